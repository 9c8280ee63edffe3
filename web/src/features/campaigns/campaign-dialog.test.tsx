import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import type { Campaign, Step } from './data.ts';

const STEPS = '/rest/v1/campaign_steps';
const CAMPAIGNS = '/rest/v1/campaigns';
const REORDER = '/rest/v1/rpc/reorder_steps';

const CUSTOMER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const campaign: Campaign = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  customer_id: CUSTOMER,
  name: 'Founders',
  status: 'draft',
  created_at: '2026-03-12T09:00:00Z',
  customers: { name: 'Northwind' },
};
const stepOf = (number: number, message_content: string): Step => ({
  id: `step-${number}`,
  step_number: number,
  step_type: 'linkedin_connection',
  delay_days: 1,
  subject: null,
  message_content,
  updated_at: '2026-03-12T09:00:00Z',
});

let stored: Step[];
let status: Campaign['status'];

beforeEach(() => {
  signIn({ customerIds: [CUSTOMER] });
  stored = [stepOf(1, 'One'), stepOf(2, 'Two'), stepOf(3, 'Three')];
  status = 'draft';
  answer('GET', CAMPAIGNS, () => ({ ...campaign, status }));
  answer('PATCH', CAMPAIGNS, ({ body }) => {
    status = (body as Campaign).status;
    return { id: campaign.id };
  });
  answer('GET', STEPS, () => stored);
  answer('PATCH', STEPS, ({ query, body }) => {
    const step = stored.find(({ id }) => `eq.${id}` === query.get('id'));
    if (!step || `eq.${step.updated_at}` !== query.get('updated_at')) return null;
    Object.assign(step, body, { updated_at: '2026-03-12T10:00:00Z' });
    return { id: step.id };
  });
  answer('POST', STEPS, ({ body }) => {
    const step = { ...stepOf(stored.length + 1, ''), ...(body as Step), id: 'added' };
    stored = [...stored, step];
    return { id: step.id };
  });
  answer('POST', REORDER, ({ body }) => {
    const { step_ids } = body as { step_ids: string[] };
    stored = step_ids.flatMap((id, index) => {
      const step = stored.find((one) => one.id === id);
      return step ? [{ ...step, step_number: index + 1 }] : [];
    });
  });
  answer('POST', '/rest/v1/rpc/count_missing_fields', () => ({ approved: 0, last_name: 0, company: 0, email: 0 }));
  answer('GET', '/rest/v1/leads', () => []);
});

/** Another user changes a step. */
const changeStep = (id: string, message_content: string) => {
  stored = stored.map((step) =>
    step.id === id ? { ...step, message_content, updated_at: '2026-03-12T11:00:00Z' } : step,
  );
};

async function open() {
  const onOpen = vi.fn();
  const { user } = renderPage(
    <CampaignDialog id={campaign.id} listed={undefined} customers={null} leadsPath="/leads" onOpen={onOpen} />,
  );
  if (stored.length > 0) await screen.findByText(stored[0]?.message_content ?? '');
  else await screen.findByText('No steps added yet');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const menu = async (button: string, item: string) => {
    await press(button);
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { user, onOpen, press, menu };
}

const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /message/i });
const shown = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.line-clamp-3')?.textContent);

async function editStep(number: number, text: string) {
  const dialog = await open();
  await dialog.press(`Edit step ${number}`);
  await dialog.user.clear(message());
  await dialog.user.type(message(), text);
  return dialog;
}

describe('unsaved changes', () => {
  test('closing without changes needs no confirmation', async () => {
    const { press, onOpen } = await open();
    await press('Edit step 2');
    await press('Close');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('closing asks for confirmation, and keeps or discards the changes', async () => {
    const { press, onOpen, user } = await editStep(2, 'New');
    await user.keyboard('{Escape}');
    await press('Keep editing');
    expect(message().value).toBe('New');
    expect(onOpen).not.toHaveBeenCalled();
    await press('Close');
    await press('Discard');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('editing another step asks for confirmation first', async () => {
    const { press } = await editStep(2, 'New');
    await press('Edit step 1');
    await press('Discard');
    expect(message().value).toBe('One');
    await press('Cancel');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit step 1' }));
    expect(requestsTo('PATCH', STEPS)).toEqual([]);
  });
});

describe('saving a step', () => {
  test('stores the changes and returns the focus to the step', async () => {
    const { press } = await editStep(2, 'New');
    await press('Save step');
    await screen.findByText('Step updated successfully');
    expect(requestsTo('PATCH', STEPS).map(({ body }) => body)).toMatchObject([{ message_content: 'New' }]);
    await waitFor(() => expect(shown()).toEqual(['One', 'New', 'Three']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit step 2' }));
  });

  test('is blocked while a text is too long', async () => {
    const { press, user } = await open();
    await press('Edit step 1');
    await user.click(message());
    await user.paste('x'.repeat(10_001));
    await press('Save step');
    screen.getByText('The message is too long: 10004 characters, at most 10000');
    expect(requestsTo('PATCH', STEPS)).toEqual([]);
  });

  test('shows while typing which texts are too long, and stores up to 300 and 10,000 characters', async () => {
    const { press, user } = await open();
    await press('Add step');
    const form = within(screen.getByRole('form', { name: 'New step' }));
    await user.click(form.getByRole('combobox', { name: 'Channel' }));
    await user.click(await screen.findByRole('option', { name: 'Email' }));
    const write = async (name: string, text: string) => {
      const field = form.getByRole('textbox', { name });
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
    };
    const alerts = () => form.queryAllByRole('alert').map(({ textContent }) => textContent);
    const add = () => user.click(form.getByRole('button', { name: 'Add step' }));
    await write('Subject', 's'.repeat(301));
    expect(alerts()).toEqual(['The subject is too long: 301 characters, at most 300']);
    await write('Message', 'm'.repeat(10_001));
    expect(alerts()).toEqual([
      'The subject is too long: 301 characters, at most 300',
      'The message is too long: 10001 characters, at most 10000',
    ]);
    await add();
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Subject' }));
    await write('Subject', 's'.repeat(300));
    await add();
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Message' }));
    expect(requestsTo('POST', STEPS)).toEqual([]);
    await write('Message', 'm'.repeat(10_000));
    expect(alerts()).toEqual([]);
    await add();
    await screen.findByText('Step added successfully');
    expect(requestsTo('POST', STEPS).map(({ body }) => body)).toMatchObject([
      { subject: 's'.repeat(300), message_content: 'm'.repeat(10_000) },
    ]);
  });

  test('keeps the changes after a failure', async () => {
    answer('PATCH', STEPS, failWith(500, 'The database rests'));
    const { press } = await editStep(2, 'New');
    await press('Save step');
    await screen.findByText('Failed to update step');
    expect(message().value).toBe('New');
  });

  test('adds a new step at the end with its defaults', async () => {
    const { press, user } = await open();
    await press('Add step');
    const form = within(screen.getByRole('form', { name: 'New step' }));
    expect(form.getByRole('combobox', { name: 'Channel' }).textContent).toBe('LinkedIn message');
    await user.click(form.getByRole('button', { name: 'Add step' }));
    await screen.findByText('Step added successfully');
    expect(requestsTo('POST', STEPS).map(({ body }) => body)).toEqual([
      {
        campaign_id: campaign.id,
        step_number: 4,
        step_type: 'linkedin_message',
        delay_days: 3,
        subject: null,
        message_content: '',
      },
    ]);
  });
});

describe('a step that another user has changed', () => {
  test('can be overwritten', async () => {
    const { press } = await editStep(2, 'Mine');
    changeStep('step-2', 'Theirs');
    await press('Save step');
    const conflict = await screen.findByRole('alert');
    expect(conflict.textContent).toContain('Another user changed this step while you were editing.');
    within(conflict).getByText('Theirs');
    expect(message().value).toBe('Mine');
    await press('Overwrite with mine');
    await screen.findByText('Step updated successfully');
    expect(stored[1]?.message_content).toBe('Mine');
  });

  test('can be used instead of the changes', async () => {
    const { press } = await editStep(2, 'Mine');
    changeStep('step-2', 'Theirs');
    await press('Save step');
    await screen.findByRole('alert');
    await press('Use theirs');
    expect(message().value).toBe('Theirs');
    await press('Save step');
    await screen.findByText('Step updated successfully');
  });

  test('is added as a new step if it was deleted', async () => {
    const { press } = await editStep(2, 'Mine');
    stored = stored.filter(({ id }) => id !== 'step-2');
    await press('Save step');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Another user deleted this step while you were editing.',
    );
    await press('Add mine as a new step');
    await screen.findByText('Step added successfully');
    expect(stored.map(({ message_content }) => message_content)).toEqual(['One', 'Three', 'Mine']);
  });

  test('is not deleted', async () => {
    answer('DELETE', STEPS, () => null);
    const { press, menu } = await open();
    changeStep('step-2', 'Theirs');
    answer('GET', STEPS, ({ query }) => (query.get('select') === 'id' ? { id: 'step-2' } : stored));
    await menu('Actions for step 2', 'Delete');
    await press('Delete step');
    await screen.findByText('Another user just changed it. Review it and try again.');
    expect(requestsTo('DELETE', STEPS).map(({ query }) => query.get('updated_at'))).toEqual([
      'eq.2026-03-12T09:00:00Z',
    ]);
    await screen.findByText('Theirs');
  });
});

describe('the order of the steps', () => {
  const handle = (number: number) => screen.getByRole('button', { name: new RegExp(`^Move step ${number}:`) });
  const orders = () => requestsTo('POST', REORDER).map(({ body }) => (body as { step_ids: string[] }).step_ids);

  test('changes at once with the arrow keys, and the focus stays on the handle', async () => {
    const { user } = await open();
    handle(1).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(shown()).toEqual(['Two', 'Three', 'One']);
    screen.getByText('LinkedIn connection request is now step 3 of 3');
    expect(document.activeElement).toBe(handle(3));
    await waitFor(() =>
      expect(orders()).toEqual([
        ['step-2', 'step-1', 'step-3'],
        ['step-2', 'step-3', 'step-1'],
      ]),
    );
  });

  test('is reverted if it cannot be saved', async () => {
    const released = Promise.withResolvers<void>();
    answer('POST', REORDER, async () => {
      await released.promise;
      return failWith(400, 'The list has to name each step of the campaign once')();
    });
    const { menu } = await open();
    await menu('Actions for step 3', 'Move up');
    await waitFor(() => expect(shown()).toEqual(['One', 'Three', 'Two']));
    released.resolve();
    await screen.findByText('The list has to name each step of the campaign once');
    await waitFor(() => expect(shown()).toEqual(['One', 'Two', 'Three']));
  });

  test('puts a copy after its step', async () => {
    stored[0] = { ...stepOf(1, 'One'), step_type: 'email', subject: 'A' };
    const { menu } = await open();
    await menu('Actions for step 1', 'Duplicate');
    await waitFor(() => expect(orders()).toEqual([['step-1', 'added', 'step-2', 'step-3']]));
    expect(requestsTo('POST', STEPS).map(({ body }) => body)).toMatchObject([
      { step_type: 'email', subject: 'A', message_content: 'One', step_number: 4 },
    ]);
  });
});

describe('the status', () => {
  test('a campaign without steps is not launched', async () => {
    stored = [];
    const { press } = await open();
    await press('Launch Campaign');
    await screen.findByText('Cannot launch campaign without any steps');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(requestsTo('PATCH', CAMPAIGNS)).toEqual([]);
  });

  test('a launch asks for confirmation and counts the warnings', async () => {
    stored = [{ ...stepOf(1, 'Hi {{city}}'), step_type: 'linkedin_message' }];
    const { user } = renderPage(
      <CampaignDialog id={campaign.id} listed={undefined} customers={null} leadsPath="/leads" onOpen={() => {}} />,
    );
    await screen.findByRole('list', { name: 'Warnings' });
    await user.click(screen.getByRole('button', { name: 'Launch Campaign' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Launch Campaign?' }));
    dialog.getByText('Its status changes from draft to active. 2 warnings to review before launch.');
    await user.click(dialog.getByRole('button', { name: 'Launch Campaign' }));
    await screen.findByText('Campaign launched successfully');
    expect(requestsTo('PATCH', CAMPAIGNS).map(({ body }) => body)).toEqual([{ status: 'active' }]);
    expect(screen.queryByRole('button', { name: 'Launch Campaign' })).toBeNull();
  });
});
