import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import {
  CAMPAIGN,
  CAMPAIGNS,
  CUSTOMER,
  DUPLICATE,
  fakeCampaign,
  fakeCampaigns,
  fakeStep,
  STEPS,
} from '#tests/component/fake-campaigns.ts';
import { renderAppAt, renderPage } from '#tests/component/render.tsx';
import { formatMoment } from '@/lib/format.ts';
import { CopyPage } from './campaigns-page.tsx';
import { type Campaign, readFilters, writeFilters } from './data.ts';

const OTHER = '16fd2706-8baf-433b-82eb-8c7fada847da';

beforeEach(() => signIn({ customerIds: [CUSTOMER, OTHER] }));

async function open(campaigns: Campaign[] = [fakeCampaign()], path = '/copy') {
  const fake = fakeCampaigns(campaigns, [fakeStep(1, { message_content: 'One' }), fakeStep(2, {})]);
  const { user } = renderPage(<CopyPage />, { path });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { fake, user, press };
}
const cards = () =>
  within(screen.getByRole('list', { name: 'Campaigns' }))
    .getAllByRole('listitem')
    .map((card) => card.textContent);
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Campaign name' });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const ID = '[0-9a-f-]{36}';

test('campaigns are cards with name, status and creation date, as the server sorts them', async () => {
  const at = { created_at: new Date().toISOString() };
  const campaigns = [
    fakeCampaign({ ...at, id: '1', name: 'Fourth', status: 'draft' }),
    fakeCampaign({ ...at, id: '2', name: 'Third', status: 'active' }),
    fakeCampaign({ ...at, id: '3', name: 'Second', status: 'paused' }),
    fakeCampaign({ ...at, id: '4', name: 'First', status: 'completed' }),
  ];
  fakeCampaigns(campaigns, [fakeStep(1, {})]);
  renderAppAt('/copy');
  await screen.findByRole('heading', { name: 'Copy 4' });
  await waitFor(() => expect(cards()[0]).toContain('approved'));
  const counts = '1 step · 71 approved leads · updated just now';
  expect(cards()).toEqual([
    `FourthNorthwind${counts}DraftCreated just now`,
    `ThirdNorthwind${counts}ActiveCreated just now`,
    `SecondNorthwind${counts}PausedCreated just now`,
    `FirstNorthwind${counts}CompletedCreated just now`,
  ]);
  expect(screen.getAllByRole('time')[0]?.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(screen.getByRole('link', { name: 'Fourth' }).title).toBe(
    `Fourth\nCreated ${formatMoment(new Date(at.created_at))}`,
  );
  expect(requestsTo('GET', CAMPAIGNS).map(({ query }) => [query.get('customer_id'), query.get('order')])).toEqual([
    [`in.(${CUSTOMER},${OTHER})`, 'created_at.desc,id.desc'],
  ]);
});

describe('a new campaign', () => {
  beforeEach(() => {
    const customers = [
      { id: OTHER, name: 'Contoso' },
      { id: CUSTOMER, name: 'Northwind' },
    ];
    answer('GET', '/rest/v1/customers', ({ query }) => (query.has('id') ? { name: 'Northwind' } : customers));
  });

  test('a new campaign needs a name, belongs to the first customer, and opens', async () => {
    const { fake, user, press } = await open([]);
    await screen.findByText('No campaigns yet');
    fake.steps = [];
    await press('Create campaign');
    await user.type(nameField(), '   {Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a campaign name');
    expect(requestsTo('POST', CAMPAIGNS)).toEqual([]);
    await user.clear(nameField());
    await user.type(nameField(), '  Founders  {Enter}');
    await screen.findByText('Campaign created successfully');
    expect(requestsTo('POST', CAMPAIGNS).map(({ body }) => body)).toEqual([
      { name: 'Founders', customer_id: CUSTOMER },
    ]);
    await dialog('Founders');
    await screen.findByText('No steps added yet');
    expect(location.search).toMatch(new RegExp(`^\\?campaign=${ID}$`));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.href).toMatch(/\/copy$/);
    screen.getByRole('link', { name: 'Founders' });
  });

  test('the new campaign of a member of several customers is of the first one, unless another is chosen', async () => {
    const { user, press } = await open([]);
    await screen.findByText('No campaigns yet');
    await press('Create campaign');
    const customer = await screen.findByRole('combobox', { name: 'Organization' });
    await waitFor(() => expect(customer.textContent).toBe('Northwind'));
    await user.click(customer);
    await user.click(await screen.findByRole('option', { name: 'Contoso' }));
    await user.type(nameField(), 'Founders{Enter}');
    await screen.findByText('Campaign created successfully');
    expect(requestsTo('POST', CAMPAIGNS).map(({ body }) => body)).toEqual([{ name: 'Founders', customer_id: OTHER }]);
  });

  test('a new campaign of a member of one customer does not ask for the customer', async () => {
    signIn({ customerIds: [CUSTOMER] });
    const { user, press } = await open([]);
    await screen.findByText('No campaigns yet');
    await press('Create campaign');
    await screen.findByRole('textbox', { name: 'Campaign name' });
    expect(screen.queryByRole('combobox', { name: 'Customer' })).toBeNull();
    await user.type(nameField(), 'Founders{Enter}');
    await screen.findByText('Campaign created successfully');
    expect(requestsTo('POST', CAMPAIGNS).map(({ body }) => body)).toEqual([
      { name: 'Founders', customer_id: CUSTOMER },
    ]);
  });

  test('a new campaign keeps its name if it cannot be created (S8.15)', async () => {
    const { user, press } = await open([]);
    await screen.findByText('No campaigns yet');
    answer('POST', CAMPAIGNS, failWith(500, 'The database is away'));
    await press('Create campaign');
    await user.type(nameField(), 'Founders{Enter}');
    await screen.findByText('Failed to create campaign');
    screen.getByText('The database is away');
    expect(nameField().value).toBe('Founders');
    answer('POST', CAMPAIGNS, () => ({ id: CAMPAIGN }));
    answer('GET', CAMPAIGNS, () => fakeCampaign());
    await user.type(nameField(), '{Enter}');
    await dialog('Founders');
  });
});

test('a card opens its campaign and gets the focus back, and Back closes the campaign (S2.50)', async () => {
  const { user } = await open();
  const card = await screen.findByRole('link', { name: 'Founders' });
  card.focus();
  await user.keyboard('{Enter}');
  await dialog('Founders');
  await screen.findByText('Day 2');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(card));
  await user.click(card);
  await dialog('Founders');
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a card keeps its status if it cannot be changed', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: 'Founders' }));
  const opened = await dialog('Founders');
  answer('PATCH', CAMPAIGNS, failWith(503, 'The database rests'));
  await user.click(within(opened).getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Paused' }));
  await screen.findByText('Failed to update campaign status');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(cards()).toEqual([expect.stringMatching(/^Founders.*DraftCreated /)]);
});

test.each(['not-an-id', '16fd2706-8baf-433b-82eb-8c7fada847da'])('the campaign %s is not found', async (id) => {
  const { press } = await open([], `/copy?campaign=${id}`);
  await screen.findByText('Campaign not found');
  await press('Back to campaigns');
  expect(location.href).toMatch(/\/copy$/);
});

test('a campaign of another organization than the chosen one says whose it is', async () => {
  sessionStorage.setItem('leadlight-customer', OTHER);
  signIn({ customerIds: [CUSTOMER, OTHER] });
  answer('GET', '/rest/v1/customers', () => ({ id: CUSTOMER }));
  await open([], `/copy?campaign=${CAMPAIGN}`);
  await screen.findByText(/^This campaign belongs to /);
  screen.getByRole('button', { name: /^Switch to / });
});

describe('the actions of a campaign', () => {
  async function choose(action: string) {
    const page = await open([fakeCampaign({ status: 'active' })], `/copy?campaign=${CAMPAIGN}`);
    await screen.findByText('Day 2');
    const again = async () => {
      await page.press('Campaign actions');
      await page.user.click(await screen.findByRole('menuitem', { name: action }));
    };
    await again();
    return { ...page, again };
  }

  test('a campaign can be renamed, but not to a blank name', async () => {
    const { user, press } = await choose('Rename campaign');
    expect(nameField().value).toBe('Founders');
    await user.clear(nameField());
    await user.type(nameField(), '   {Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a campaign name');
    expect(requestsTo('PATCH', CAMPAIGNS)).toEqual([]);

    await user.clear(nameField());
    await user.type(nameField(), '  Founders of the north ');
    answer('PATCH', CAMPAIGNS, failWith(503, 'The database rests'));
    await press('Rename campaign');
    await screen.findByText('Failed to rename campaign');
    screen.getByText('The database rests');
    answer('PATCH', CAMPAIGNS, () => ({ id: CAMPAIGN }));
    answer('GET', CAMPAIGNS, ({ query }) => {
      const renamed = fakeCampaign({ name: 'Founders of the north' });
      return query.has('id') ? renamed : [renamed];
    });
    await press('Rename campaign');
    await screen.findByText('Campaign renamed');
    await dialog('Founders of the north');
    expect(requestsTo('PATCH', CAMPAIGNS).at(-1)?.body).toEqual({ name: 'Founders of the north' });
    await user.keyboard('{Escape}');
    await screen.findByRole('link', { name: 'Founders of the north' });
  });

  test('a campaign can be duplicated, and the copy opens', async () => {
    const { press } = await choose('Duplicate campaign');
    expect(nameField().value).toBe('Copy of Founders');
    await press('Duplicate campaign');
    await dialog('Copy of Founders');
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Draft');
    expect(requestsTo('POST', DUPLICATE).map(({ body }) => body)).toEqual([
      { campaign_id: CAMPAIGN, name: 'Copy of Founders' },
    ]);
  });

  test('a campaign is deleted after a confirmation', async () => {
    const { fake, press, again } = await choose('Delete campaign');
    const question = await screen.findByRole('alertdialog', {
      name: 'Delete this campaign?',
      description: '“Founders” and its 2 steps will be deleted for everyone. This can’t be undone.',
    });
    await press('Cancel');
    await dialog('Founders');
    expect(requestsTo('DELETE', CAMPAIGNS)).toEqual([]);

    await again();
    answer('DELETE', CAMPAIGNS, failWith(500, 'The database rests'));
    await press('Delete campaign');
    await screen.findByText('Failed to delete campaign');
    screen.getByText('The database rests');
    answer('DELETE', CAMPAIGNS, () => {
      fake.campaigns = [];
    });
    await press('Delete campaign');
    await screen.findByText('Campaign deleted');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(question.isConnected).toBe(false);
    expect(requestsTo('DELETE', CAMPAIGNS).map(({ query }) => query.get('id'))).toEqual([
      `eq.${CAMPAIGN}`,
      `eq.${CAMPAIGN}`,
    ]);
    await screen.findByText('No campaigns yet');
    expect(requestsTo('DELETE', STEPS)).toEqual([]);
  });
});

test.each([
  ['', { customers: null, term: '', waiting: null }],
  [`customer=${CUSTOMER.toUpperCase()}&search=+Founders+`, { customers: [CUSTOMER], term: 'Founders', waiting: null }],
  ['customer=unknown', { customers: null, term: '', waiting: null }],
  ['waiting=approved', { customers: null, term: '', waiting: 'approved' }],
  ['waiting=1', { customers: null, term: '', waiting: 'any' }],
])('readFilters(%j) returns %j', (search, filters) => {
  expect(readFilters(new URLSearchParams(search))).toEqual(filters);
});

test('writeFilters keeps other parameters', () => {
  const url = new URLSearchParams('campaign=1&search=x');
  expect(writeFilters(url, { customers: [CUSTOMER], term: '', waiting: null }).toString()).toBe(
    `campaign=1&customer=${CUSTOMER}`,
  );
});
