import { expectToast } from '../support/pages.ts';
import { failRequests, holdRequest, procedure, requestsTo } from '../support/requests.ts';
import { expect, expectAccessible, isPhone, test } from '../support/test.ts';
import { addCompanies, approvalsOf, asMember, companyNames, companyRow, numbered } from './customer-area.ts';

const COMPANIES = '/rest/v1/companies';

test('a customer sees the companies of their customers, newest first, each with website and size', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, {
    companies: [
      {
        name: 'Acme Robotics',
        website: 'https://www.acme.example/about',
        industry: 'Automation',
        location: 'Rotterdam',
        size: '11-50',
      },
      { name: 'Globex', domain: 'globex.example', employee_count: 12500 },
      { name: 'Initech', website: 'javascript:alert(1)' },
    ],
  });
  const foreign = await agency.addCustomer('Foreign');
  await addCompanies(agency, foreign.id, [{ name: 'Not to be seen' }]);

  const calls = requestsTo(page, 'GET', COMPANIES);
  await page.goto('/companies');
  await expect(page.getByRole('heading', { name: 'Companies 3', level: 1 })).toBeVisible();
  expect(await companyNames(page)).toEqual(['Acme Robotics', 'Globex', 'Initech']);
  expect(calls.map(({ query }) => [query.get('customer_id'), query.get('order')])).toEqual([
    [`in.(${customer.id})`, 'created_at.desc,id.desc'],
  ]);

  const acme = companyRow(page, 'Acme Robotics');
  const link = acme.getByRole('link', { name: 'Website of Acme Robotics: acme.example' }).filter({ visible: true });
  await expect(link).toHaveAttribute('href', 'https://www.acme.example/about');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(acme.getByText('11-50').filter({ visible: true })).toBeVisible();
  if (isPhone(page)) await expect(acme.getByText('Automation · Rotterdam')).toBeVisible();
  else {
    await expect(link).toHaveText('acme.example');
    for (const text of ['Automation', 'Rotterdam']) await expect(acme.getByRole('cell', { name: text })).toBeVisible();
  }
  const globex = companyRow(page, 'Globex');
  await expect(globex.getByRole('link').filter({ visible: true })).toHaveAttribute('href', 'https://globex.example/');
  await expect(globex.getByText('12,500').filter({ visible: true })).toBeVisible();
  const initech = companyRow(page, 'Initech');
  await expect(initech.getByRole('link')).toHaveCount(0);
  await expect(initech.getByText('Size unknown').filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
});

test('the search finds by name, industry or location, and by nothing else', async ({ page, context, agency }) => {
  await asMember(context, agency, {
    companies: [
      { name: 'Quillworks' },
      { name: 'Ben', industry: 'Tranquillisers' },
      { name: 'Cleo', location: 'Quillota' },
      { name: 'Dora', website: 'https://quill.example', size: 'Quill' },
    ],
  });
  await page.goto('/companies');
  const search = page.getByRole('searchbox', { name: 'Search by name, industry or location' });
  await search.fill(' QUILL ');
  await expect.poll(() => companyNames(page)).toEqual(['Quillworks', 'Ben', 'Cleo']);
  await expect(page.getByRole('heading', { name: 'Companies 3' })).toBeVisible();
  await expect(page).toHaveURL(/\/companies\?search=QUILL$/);
  await page.reload();
  await expect(search).toHaveValue('QUILL');
  await expect.poll(() => companyNames(page)).toEqual(['Quillworks', 'Ben', 'Cleo']);

  await search.fill('nowhere');
  await expect(page.getByText('No companies match')).toBeVisible();
  await expect(page.getByText('Nothing was found for “nowhere”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(() => companyNames(page)).toHaveLength(4);
  await expect(page).toHaveURL(/\/companies$/);
});

test('a company is approved and rejected whatever its state, and each decision can be undone', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, {
    companies: [
      { name: 'Acme' },
      { name: 'Globex' },
      { name: 'Rejected', is_approved: false },
      { name: 'Approved', is_approved: true },
    ],
  });
  const stored = (changed: Record<string, boolean | null>) => ({
    Acme: null,
    Globex: null,
    Rejected: false,
    Approved: true,
    ...changed,
  });
  await page.goto('/companies');
  const approval = (name: string) => page.getByRole('group', { name: `Approval of ${name}` });
  const acme = approval('Acme');
  const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
  await acme.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Company approved', 'Acme');
  await expect(acme.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-pressed', 'true');
  expect(await approvalsOf(agency, 'companies', customer.id)).toEqual(stored({ Acme: true }));

  await acme.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Company rejected', 'Acme');
  expect(await approvalsOf(agency, 'companies', customer.id)).toEqual(stored({ Acme: false }));
  await undo.click();
  await expectToast(page, 'Decision undone', 'Acme');
  expect(await approvalsOf(agency, 'companies', customer.id)).toEqual(stored({ Acme: true }));
  await expect(page.getByText('3 of 4 reviewed')).toBeVisible();

  await approval('Globex').getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Company rejected', 'Globex');
  await approval('Rejected').getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Company approved', 'Rejected');
  await approval('Approved').getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Company rejected', 'Approved');
  const changed = { Acme: true, Globex: false, Rejected: true, Approved: false };
  expect(await approvalsOf(agency, 'companies', customer.id)).toEqual(changed);
});

test('an approval of a company that fails is taken back and said', async ({ page, context, agency, expected }) => {
  expected.push('status of 500');
  await asMember(context, agency, { companies: [{ name: 'Acme' }] });
  await page.goto('/companies');
  const acme = page.getByRole('group', { name: 'Approval of Acme' });
  await failRequests(page, ['PATCH', COMPANIES], { message: 'out of order' });
  await acme.getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'Error updating approval status', 'out of order');
  await expect(acme.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
});

test('companies are on their way, fail, and come by Retry', async ({ page, context, agency, expected }) => {
  expected.push('status of 500');
  await asMember(context, agency, { companies: [{ name: 'Acme' }] });
  const first = await holdRequest(page, ['GET', COMPANIES]);
  await page.goto('/companies');
  await first.reached;
  await expect(page.getByRole('status', { name: 'Loading companies' })).toBeVisible();
  first.release();
  await expect(companyRow(page, 'Acme')).toBeVisible();

  const outage = await failRequests(page, ['GET', COMPANIES], { message: 'The database rests' });
  await page.reload();
  const failure = page.getByRole('alert').filter({ has: page.getByText('The companies could not be loaded') });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await outage.end();
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(companyRow(page, 'Acme')).toBeVisible();
});

test('without companies it is said where they will come from', async ({ page, context, agency }) => {
  await asMember(context, agency);
  await page.goto('/companies');
  await expect(page.getByText('No companies yet')).toBeVisible();
  await expect(page.getByText('Your companies appear here once your agency has uploaded them.')).toBeVisible();
  await expectAccessible(page);
});

test('of many companies few stand in the page, and scrolling or searching reads on to the last', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, { companies: numbered(180) });
  const searches = requestsTo(page, 'POST', procedure('search_companies'));
  for (const address of ['/companies', '/companies?search=row']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Companies 180' })).toBeVisible();
    await expect(companyRow(page, 'Row 001')).toBeVisible();
    expect((await companyNames(page)).length).toBeLessThan(40);
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End');
          return companyRow(page, 'Row 180').count();
        },
        { intervals: [300], timeout: 60_000 },
      )
      .toBe(1);
    await expect(companyRow(page, 'Row 180')).toHaveAttribute('aria-rowindex', '181');
  }
  expect(searches).toHaveLength(4);
});

test('companies are gone through by keys', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, { companies: numbered(3) });
  await page.goto('/companies');
  await expect(companyRow(page, 'Row 001')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.keyboard.press('r');
  await expect(companyRow(page, 'Row 003')).toBeFocused();
  await expect(page.getByText('2 of 3 reviewed')).toBeVisible();
  expect(await approvalsOf(agency, 'companies', customer.id)).toEqual({
    'Row 001': true,
    'Row 002': false,
    'Row 003': null,
  });
});
