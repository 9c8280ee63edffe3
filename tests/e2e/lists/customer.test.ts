import type { BrowserContext, Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { expectToast, toasts } from '../support/pages.ts';
import { failRequests, holdRequest, requestsTo } from '../support/requests.ts';
import { asMember, expect, expectAccessible, test } from '../support/test.ts';
import {
  addRows,
  approvalsOf,
  type NewRow,
  namesOf,
  numbered,
  rowOf,
  searchedFields,
  TABLES,
  type Table,
} from './tables.ts';

async function asMemberWith(context: BrowserContext, agency: Agency, table: Table, rows: NewRow[]) {
  const { customer, member } = await asMember(context, agency);
  await addRows(agency, table, customer.id, rows);
  return { customer, member };
}

const button = (page: Page, row: string, name: 'Approve' | 'Reject') =>
  page.getByRole('group', { name: `Approval of ${row}` }).getByRole('button', { name });

async function expectApproval(page: Page, row: string, approval: boolean | null) {
  await expect(button(page, row, 'Approve')).toHaveAttribute('aria-pressed', String(approval === true));
  await expect(button(page, row, 'Reject')).toHaveAttribute('aria-pressed', String(approval === false));
}

for (const table of TABLES) {
  const { name: path, title, one, many, api } = table;
  const label = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;

  test(`a customer sees the ${many} of their active memberships, newest first`, async ({ page, context, agency }) => {
    const { customer, member } = await asMemberWith(context, agency, table, [{ name: 'Ada' }, { name: 'Alan' }]);
    const [second, former, foreign] = [
      await agency.addCustomer('Second'),
      await agency.addCustomer('Former'),
      await agency.addCustomer('Foreign'),
    ];
    await agency.addMembership(member, second.id);
    await agency.addMembership(member, former.id, { isActive: false });
    await addRows(agency, table, second.id, [{ name: 'Barbara' }]);
    for (const { id } of [former, foreign]) await addRows(agency, table, id, [{ name: 'Not to be seen' }]);

    const calls = requestsTo(page, 'GET', api);
    await page.goto(`/${path}`);
    await expect(page.getByRole('heading', { name: `${title} 3` })).toBeVisible();
    expect(await namesOf(page, table)).toEqual(['Barbara', 'Ada', 'Alan']);
    expect(calls).toHaveLength(1);
    const requested = /^in\.\((.+)\)$/.exec(calls[0]?.query.get('customer_id') ?? '')?.[1]?.split(',') ?? [];
    expect(requested.sort()).toEqual([customer.id, second.id].sort());
    expect(calls[0]?.query.get('order')).toBe('created_at.desc,id.desc');
    await expectAccessible(page);
  });

  test(`a customer's search finds ${many} by ${searchedFields(table)}, and by nothing else`, async ({
    page,
    context,
    agency,
  }) => {
    const found = table.searched.map((column, index) => ({ name: `Found ${index}`, [column]: `The Tranquillers` }));
    await asMemberWith(context, agency, table, [...found, { name: 'Dora', [table.unsearched]: 'Quill' }]);
    const foreign = await agency.addCustomer('Foreign');
    await addRows(agency, table, foreign.id, [{ name: 'Quill of another' }]);
    const names = found.map(({ name }) => name);
    await page.goto(`/${path}`);
    const search = page.getByRole('searchbox', { name: `Search by ${searchedFields(table)}` });
    await search.fill(' QUILL ');
    await expect.poll(() => namesOf(page, table)).toEqual(names);
    await expect(page.getByRole('heading', { name: `${title} 3` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${path}\\?search=QUILL$`));
    await page.reload();
    await expect(search).toHaveValue('QUILL');
    await expect.poll(() => namesOf(page, table)).toEqual(names);

    await search.fill('nowhere');
    await expect(page.getByText(`No ${many} match`)).toBeVisible();
    await expect(page.getByText('Nothing was found for “nowhere”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('main')).toBeFocused();
    await expect.poll(() => namesOf(page, table)).toHaveLength(4);
    await expect(page).toHaveURL(new RegExp(`/${path}$`));
  });

  test(`a ${one} can be approved and rejected in any state, and each decision can be undone`, {
    tag: '@phone',
  }, async ({ page, context, agency }) => {
    const { customer } = await asMemberWith(context, agency, table, [
      { name: 'Pending' },
      { name: 'Rejected', is_approved: false },
      { name: 'Approved', is_approved: true },
    ]);
    const stored = () => approvalsOf(agency, table, customer.id);
    const calls = requestsTo(page, 'PATCH', api);
    await page.goto(`/${path}`);
    await expectApproval(page, 'Pending', null);
    await expectApproval(page, 'Rejected', false);
    await expectApproval(page, 'Approved', true);

    const decide = async (row: string, name: 'Approve' | 'Reject') => {
      await button(page, row, name).click();
      await expectToast(page, `${label} ${name === 'Approve' ? 'approved' : 'rejected'}`, row);
      await expectApproval(page, row, name === 'Approve');
    };
    await decide('Pending', 'Approve');
    await decide('Pending', 'Reject');
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Decision undone', 'Pending');
    await expectApproval(page, 'Pending', true);
    expect(await stored()).toEqual({ Pending: true, Rejected: false, Approved: true });
    await decide('Rejected', 'Approve');
    await decide('Approved', 'Reject');
    await expect(toasts(page)).toHaveCount(1);
    await expect(page.getByText('3 of 3 reviewed')).toBeVisible();
    expect(await stored()).toEqual({ Pending: true, Rejected: true, Approved: false });
    expect(calls.map(({ body }) => (body as { is_approved: boolean }).is_approved)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);

    await button(page, 'Approved', 'Reject').click();
    await page.reload();
    await expectApproval(page, 'Pending', true);
    await expectApproval(page, 'Approved', false);
    expect(calls).toHaveLength(5);
  });

  test(`a decision on a ${one} shows at once and is reverted if it fails`, async ({
    page,
    context,
    agency,
    expected,
  }) => {
    expected.push('status of 500');
    const { customer } = await asMemberWith(context, agency, table, [{ name: 'Pending' }]);
    const outage = await failRequests(page, ['PATCH', api], { message: 'out of order' });
    const response = await holdRequest(page, ['PATCH', api]);
    await page.goto(`/${path}`);
    await button(page, 'Pending', 'Approve').click();
    await response.reached;
    await expectApproval(page, 'Pending', true);
    await expect(toasts(page)).toHaveCount(0);
    response.release();
    await expectToast(page, 'Error updating approval status', 'out of order');
    await expectApproval(page, 'Pending', null);
    await expect(toasts(page)).toHaveCount(1);
    await expect(page.getByText('0 of 1 reviewed')).toBeVisible();
    expect(await approvalsOf(agency, table, customer.id)).toEqual({ Pending: null });
    await outage.end();
    await button(page, 'Pending', 'Approve').click();
    await expectToast(page, `${label} approved`, 'Pending');
  });

  test(`a customer's list of ${many} has a skeleton, and an error with Retry`, async ({
    page,
    context,
    agency,
    expected,
  }) => {
    expected.push('status of 500');
    await asMemberWith(context, agency, table, [{ name: 'Acme' }]);
    const first = await holdRequest(page, ['GET', api]);
    await page.goto(`/${path}`);
    await first.reached;
    await expect(page.getByRole('status', { name: `Loading ${many}` })).toBeVisible();
    first.release();
    await expect(rowOf(page, table, 'Acme')).toBeVisible();

    const outage = await failRequests(page, ['GET', api], { message: 'The database rests' });
    await page.reload();
    const failure = page.getByRole('alert').filter({ has: page.getByText(`The ${many} could not be loaded`) });
    await expect(failure).toBeVisible();
    await failure.getByText('Details').click();
    await expect(failure.getByText('The database rests')).toBeVisible();
    await expectAccessible(page);
    await outage.end();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, table, 'Acme')).toBeVisible();
  });

  test(`a customer without ${many} sees where they will come from`, async ({ page, context, agency }) => {
    await asMember(context, agency);
    await page.goto(`/${path}`);
    await expect(page.getByText(`No ${many} yet`)).toBeVisible();
    await expect(page.getByText(`Your ${many} appear here once your agency has uploaded them.`)).toBeVisible();
    await expectAccessible(page);
  });

  test(`only the visible ${many} are rendered; scrolling a list or a search loads the others`, async ({
    page,
    context,
    agency,
  }) => {
    await asMemberWith(context, agency, table, numbered(180));
    const searches = requestsTo(page, 'POST', table.searchFunction);
    for (const url of [`/${path}`, `/${path}?search=row`]) {
      await page.goto(url);
      await expect(page.getByRole('heading', { name: `${title} 180` })).toBeVisible();
      await expect(rowOf(page, table, 'Row 001')).toBeVisible();
      expect((await namesOf(page, table)).length).toBeLessThan(40);
      await expect
        .poll(
          async () => {
            await page.keyboard.press('End');
            return rowOf(page, table, 'Row 180').count();
          },
          { intervals: [300], timeout: 60_000 },
        )
        .toBe(1);
      await expect(rowOf(page, table, 'Row 180')).toHaveAttribute('aria-rowindex', '181');
    }
    expect(searches).toHaveLength(4);
  });

  test(`${many} are reviewed by keys`, async ({ page, context, agency }) => {
    const { customer } = await asMemberWith(context, agency, table, numbered(3));
    await page.goto(`/${path}`);
    await expect(rowOf(page, table, 'Row 001')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await expect(rowOf(page, table, 'Row 003')).toBeFocused();
    await expect(page.getByText('2 of 3 reviewed')).toBeVisible();
    expect(await approvalsOf(agency, table, customer.id)).toEqual({
      'Row 001': true,
      'Row 002': false,
      'Row 003': null,
    });
  });
}
