import type { BrowserContext, Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { expectToast, toasts } from '../support/pages.ts';
import { requestsTo } from '../support/requests.ts';
import { asMember, expect, test } from '../support/test.ts';
import {
  addRows,
  findRow,
  type NewRow,
  numbered,
  readDecisions,
  searchedFields,
  shownNames,
  TABLES,
  type Table,
} from './tables.ts';

async function asMemberWith(context: BrowserContext, agency: Agency, table: Table, rows: NewRow[]) {
  const { customer, member } = await asMember(context, agency);
  await addRows(agency, table, customer.id, rows);
  return { customer, member };
}

const button = (page: Page, row: string, name: string) =>
  page.getByRole('group', { name: `Approval of ${row}` }).getByRole('button', { name });

async function expectDecision(page: Page, row: string, decision: boolean | null) {
  const [approve, reject] = [decision === true ? 'Approved' : 'Approve', decision === false ? 'Rejected' : 'Reject'];
  await expect(button(page, row, approve)).toHaveAttribute('aria-pressed', String(decision === true));
  await expect(button(page, row, reject)).toHaveAttribute('aria-pressed', String(decision === false));
}

const STATEMENTS = {
  leads: '(S2.39, S2.42, S2.44, S4.4, S4.30, S6.16, S8.13)',
  companies: '(S1.2, S1.4, S2.46, S2.48, S4.5, S6.16, S6.18, S7.15, S7.16, S8.14)',
};

for (const table of TABLES) {
  const { name: path, title, one, many, api } = table;
  const label = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;

  test(`a customer finds, approves and rejects the ${many} of their active memberships ${STATEMENTS[path]}`, {
    tag: one === 'lead' ? '@phone' : [],
  }, async ({ page, context, agency }) => {
    const found = table.searched.map((column, index) => ({ name: `Found ${index}`, [column]: `The Tranquillers` }));
    const foundNames = found.map(({ name }) => name);
    const { customer, member } = await asMemberWith(context, agency, table, [
      { name: 'Pending' },
      { name: 'Rejected', is_approved: false },
      { name: 'Approved', is_approved: true },
      ...found,
      { name: 'Dora', [table.unsearched]: 'Quill' },
      ...numbered(180),
    ]);
    const [second, former, foreign] = [
      await agency.addCustomer('Second'),
      await agency.addCustomer('Former'),
      await agency.addCustomer('Foreign'),
    ];
    await agency.addMembership(member, second.id);
    await agency.addMembership(member, former.id, { isActive: false });
    await addRows(agency, table, second.id, [{ name: 'Barbara' }]);
    for (const { id } of [former, foreign]) await addRows(agency, table, id, [{ name: 'Quill of another' }]);
    const lists = requestsTo(page, 'GET', api);
    const searches = requestsTo(page, 'POST', table.searchFunction);
    const changes = requestsTo(page, 'PATCH', api);

    await test.step('the list has the rows of both customers, newest first', async () => {
      await page.goto(`/${path}`);
      await expect(page.getByRole('heading', { name: `${title} 188` })).toBeVisible();
      const names = ['Barbara', 'Pending', 'Rejected', 'Approved', ...foundNames, 'Dora', 'Row 001'];
      await expect.poll(async () => (await shownNames(page, table)).slice(0, 9)).toEqual(names);
      expect(lists).toHaveLength(1);
      const requested = /^in\.\((.+)\)$/.exec(lists[0]?.query.get('customer_id') ?? '')?.[1]?.split(',') ?? [];
      expect(requested.sort()).toEqual([customer.id, second.id].sort());
      expect(lists[0]?.query.get('order')).toBe('created_at.desc,id.desc');
    });

    await test.step('each row can be approved and rejected in any state, and each decision undone', async () => {
      await expectDecision(page, 'Pending', null);
      await expectDecision(page, 'Rejected', false);
      await expectDecision(page, 'Approved', true);
      const decide = async (row: string, name: 'Approve' | 'Reject') => {
        await button(page, row, name).click();
        await expectToast(page, `${label} ${name === 'Approve' ? 'approved' : 'rejected'}`, row);
        await expectDecision(page, row, name === 'Approve');
      };
      await decide('Pending', 'Approve');
      await decide('Pending', 'Reject');
      await toasts(page).getByRole('button', { name: 'Undo' }).click();
      await expectToast(page, 'Decision undone', 'Pending');
      await expectDecision(page, 'Pending', true);
      await decide('Rejected', 'Approve');
      await decide('Approved', 'Reject');
      await expect(toasts(page)).toHaveCount(1);
      await expect(page.getByText('3 of 188 reviewed')).toBeVisible();
      const stored = await readDecisions(agency, table, customer.id);
      expect(stored).toMatchObject({ Pending: true, Rejected: true, Approved: false, Dora: null });
      const sent = [true, false, true, false];
      expect(changes.map(({ body }) => body)).toEqual(sent.map((is_approved) => ({ is_approved })));
      await page.reload();
      await expectDecision(page, 'Pending', true);
      await expectDecision(page, 'Approved', false);
    });

    await test.step('a search matches certain columns, and is stored in the URL', async () => {
      const search = page.getByRole('searchbox', { name: `Search by ${searchedFields(table)}` });
      await search.fill(' QUILL ');
      await expect.poll(() => shownNames(page, table)).toEqual(foundNames);
      await expect(page.getByRole('heading', { name: `${title} 3` })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/${path}\\?search=QUILL$`));
      await page.reload();
      await expect(search).toHaveValue('QUILL');
      await expect.poll(() => shownNames(page, table)).toEqual(foundNames);
      await search.fill('nowhere');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page).toHaveURL(new RegExp(`/${path}$`));
    });

    await test.step('only the visible rows are rendered; scrolling a list or a search loads the others', async () => {
      searches.length = 0;
      for (const [url, position] of [
        [`/${path}`, '189'],
        [`/${path}?search=row`, '181'],
      ] as const) {
        await page.goto(url);
        await expect(findRow(page, table, 'Row 001')).toBeVisible();
        expect((await shownNames(page, table)).length).toBeLessThan(40);
        await expect
          .poll(
            async () => {
              await page.keyboard.press('End');
              return findRow(page, table, 'Row 180').count();
            },
            { intervals: [300], timeout: 60_000 },
          )
          .toBe(1);
        await expect(findRow(page, table, 'Row 180')).toHaveAttribute('aria-rowindex', position);
      }
      expect(searches).toHaveLength(4);
    });
  });
}
