import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Agency } from '../support/agency.ts';
import { choose, expectToast, leadNames, leadRow, openAdminLeads, today } from '../support/pages.ts';
import { asMember, expect, isPhone, test } from '../support/test.ts';

const reasonBar = (page: Page, name: string) => page.getByRole('region', { name: `Why reject ${name}?` });

/** Reason and note of each lead that has one, by name. */
async function readRejections({ rows }: Agency, customerId: string) {
  const { data } = await rows
    .from('leads')
    .select('name, rejection_note, rejection_reasons(name)')
    .eq('customer_id', customerId)
    .eq('is_approved', false)
    .throwOnError();
  const leads = data as unknown as {
    name: string;
    rejection_note: string | null;
    rejection_reasons: { name: string } | null;
  }[];
  return Object.fromEntries(leads.map((lead) => [lead.name, [lead.rejection_reasons?.name, lead.rejection_note]]));
}

test('after a rejection, keys choose the reason, and what is typed in a field does not', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, [{ name: 'Ada' }, { name: 'Charles' }, { name: 'Grace' }]);
  const reason = (name: string, word: string) => reasonBar(page, name).getByRole('button', { name: word });
  await page.goto('/leads');
  await expect(leadRow(page, 'Ada')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(reason('Ada', 'Too small')).toHaveAttribute('aria-pressed', 'false');
  await expect(leadRow(page, 'Charles')).toBeFocused();
  await page.keyboard.press('3');
  await expect(reason('Ada', 'Too small')).toHaveAttribute('aria-pressed', 'true');

  await reasonBar(page, 'Ada').getByRole('button', { name: 'Add note' }).click();
  await expect(reasonBar(page, 'Ada').getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Has 4 employees');
  await page.keyboard.press('Enter');
  await expect(reasonBar(page, 'Ada').getByRole('button', { name: 'Edit note' })).toBeVisible();
  await expect.poll(() => readRejections(agency, customer.id)).toEqual({ Ada: ['Too small', 'Has 4 employees'] });

  await test.step('the next rejection has a bar of its own, and the search field takes digits', async () => {
    await leadRow(page, 'Charles').getByRole('button', { name: 'Reject' }).click();
    await reasonBar(page, 'Charles').hover(); // so that it stays
    await expect(reason('Charles', 'Wrong role')).toHaveAttribute('aria-pressed', 'false');
    const search = page.getByRole('searchbox');
    await search.press('1');
    await expect(search).toHaveValue('1');
    await search.press('Backspace');
    await expect(reason('Charles', 'Wrong role')).toHaveAttribute('aria-pressed', 'false');
    await reasonBar(page, 'Charles').getByRole('button', { name: 'Dismiss' }).click();
    await expect(reasonBar(page, 'Charles')).toBeHidden();
  });

  await test.step('an approval has no bar', async () => {
    await leadRow(page, 'Grace').getByRole('button', { name: 'Reject' }).click();
    await expect(reasonBar(page, 'Grace')).toBeVisible();
    await leadRow(page, 'Grace').getByRole('button', { name: 'Approve' }).click();
    await expect(reasonBar(page, 'Grace')).toBeHidden();
  });
  await expect
    .poll(() => readRejections(agency, customer.id))
    .toEqual({ Ada: ['Too small', 'Has 4 employees'], Charles: [undefined, null] });
});

test('the reasons are in the middle of the list, and over the foot of the panel while it is open', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, [{ name: 'Ada' }, { name: 'Charles' }]);
  const middle = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.x + box.width / 2 : Number.NaN;
  };
  const expectInTheMiddle = () =>
    expect
      .poll(async () => {
        const list = await middle(page.getByRole('table', { name: 'Leads' }));
        return Math.abs(list - (await middle(reasonBar(page, 'Ada'))));
      })
      .toBeLessThan(2);
  await page.goto('/leads');
  await leadRow(page, 'Ada').getByRole('button', { name: 'Reject' }).click();
  await reasonBar(page, 'Ada').getByRole('button', { name: 'Add note' }).click(); // so that the bar stays
  const list = await page.getByRole('table', { name: 'Leads' }).boundingBox();
  const beside = await reasonBar(page, 'Ada').boundingBox();
  expect(beside?.x).toBeGreaterThan((list?.x ?? Number.NaN) + (list?.width ?? Number.NaN));
  await page.setViewportSize({ width: 1200, height: 900 });
  await expectInTheMiddle();
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(page.locator('[data-sidebar=collapsed]')).toBeVisible();
  await expectInTheMiddle();
  await page.getByRole('button', { name: 'Ada' }).click();
  const panel = page.getByRole('complementary', { name: 'Details of Ada' });
  await expect(panel).toBeVisible();
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(async () => {
        const [bar, around] = await Promise.all([reasonBar(page, 'Ada').boundingBox(), panel.boundingBox()]);
        return bar && around ? bar.x >= around.x && bar.x + bar.width <= around.x + around.width : null;
      })
      .toBe(true);
  }
});

test('the note of a rejection fits a phone @touch', async ({ page, context, agency }) => {
  await asMember(context, agency, [{ name: 'Ada' }]);
  await page.goto('/leads');
  await leadRow(page, 'Ada').getByRole('button', { name: 'Reject' }).click();
  await reasonBar(page, 'Ada').getByRole('button', { name: 'Add note' }).click();
  await expect(reasonBar(page, 'Ada').getByRole('button', { name: 'Save note' })).toBeInViewport({ ratio: 1 });
  const box = await reasonBar(page, 'Ada').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
});

test('each undo of a row reverts one more decision, and restores reason and note', async ({
  page,
  context,
  agency,
}) => {
  const { customer } = await asMember(context, agency, [{ name: 'Ada' }]);
  const { data } = await agency.rows
    .from('rejection_reasons')
    .select('id')
    .eq('subject', 'leads')
    .eq('name', 'Competitor')
    .single()
    .throwOnError();
  await agency.rows
    .from('leads')
    .update({ is_approved: false, rejection_reason_id: data.id, rejection_note: 'Owns Acorn' })
    .eq('customer_id', customer.id)
    .throwOnError();
  const pressed = (label: string) => leadRow(page, 'Ada').getByRole('button', { name: label, pressed: true });
  await page.goto('/leads');
  await leadRow(page, 'Ada').getByRole('button', { name: 'Approve' }).click();
  await expect(pressed('Approved')).toBeVisible();
  await leadRow(page, 'Ada').getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Lead rejected', 'Ada');
  expect(await readRejections(agency, customer.id)).toEqual({ Ada: [undefined, null] });
  await page.keyboard.press('u');
  await expect(pressed('Approved')).toBeVisible();
  await expect.poll(() => readRejections(agency, customer.id)).toEqual({});
  await page.keyboard.press('u');
  await expect(pressed('Rejected')).toBeVisible();
  await expect.poll(() => readRejections(agency, customer.id)).toEqual({ Ada: ['Competitor', 'Owns Acorn'] });
});

test('the panel asks for the reason on a phone @phone', async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, [{ name: 'Ada' }, { name: 'Charles' }]);
  const panel = page.getByRole(isPhone(page) ? 'dialog' : 'complementary', { name: 'Details of Ada' });
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  await panel.getByRole('button', { name: 'Reject' }).click();
  await panel.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Competitor' }).click();
  await panel.getByRole('button', { name: 'Add note' }).click();
  await panel.getByRole('textbox', { name: 'Note' }).fill('Owns Acorn, too');
  await panel.getByRole('button', { name: 'Save note' }).click();
  await expect(panel.getByText('Owns Acorn, too').first()).toBeVisible();
  await expect.poll(() => readRejections(agency, customer.id)).toEqual({ Ada: ['Competitor', 'Owns Acorn, too'] });
});

test.describe('as an administrator', () => {
  test.use({ signedInAsAdmin: true });

  test('rejected leads are filtered by reason and exported with reason and note', async ({ page, agency }) => {
    const customer = await agency.addCustomer('Reasons');
    const { data } = await agency.rows
      .from('rejection_reasons')
      .select('id, name')
      .eq('subject', 'leads')
      .throwOnError();
    const reasonId = (name: string) => data.find((reason) => reason.name === name)?.id;
    const start = Date.now();
    const leads = [
      { name: 'Ada', rejection_reason_id: reasonId('Too small'), rejection_note: '=1+1, "two"\nlines' },
      { name: 'Charles', rejection_reason_id: reasonId('Competitor') },
      { name: 'Grace', rejection_note: 'No reason' },
    ];
    await agency.rows
      .from('leads')
      .insert([
        ...leads.map((lead, index) => ({
          rejection_reason_id: null,
          rejection_note: null,
          ...lead,
          customer_id: customer.id,
          is_approved: false,
          created_at: new Date(start - index).toISOString(),
        })),
      ])
      .throwOnError();
    await agency.addLeads(customer.id, [{ name: 'Approved', is_approved: true }, { name: 'Pending' }]);
    await openAdminLeads(page, customer);
    await page.getByRole('radio', { name: /^Rejected/ }).click();
    await expect.poll(() => leadNames(page)).toEqual(['Ada', 'Charles', 'Grace']);

    const exported = async () => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Actions for rejected leads' }).click();
      await page.getByRole('menuitem', { name: 'Export rejected leads' }).click();
      const download = await downloading;
      const bytes = await readFile(await download.path());
      return [download.suggestedFilename(), new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)];
    };
    const head =
      '\uFEFF"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience","Reason","Note"\r\n';
    const ada = `"Ada","","","","","","","","Too small","'=1+1, ""two""\nlines"\r\n`;
    const name = `Rejected leads - ${customer.name} - ${await today(page)}.csv`;
    expect(await exported()).toEqual([
      name,
      `${head}${ada}"Charles","","","","","","","","Competitor",""\r\n"Grace","","","","","","","","","No reason"\r\n`,
    ]);
    await expectToast(page, '3 leads exported');

    await choose(page, 'Reason', 'Too small');
    await expect.poll(() => leadNames(page)).toEqual(['Ada']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads1');
    expect(await exported()).toEqual([name, head + ada]);
    await page.reload();
    await expect.poll(() => leadNames(page)).toEqual(['Ada']);
    await expect(page.getByRole('combobox', { name: 'Reason' })).toHaveText('Too small');
  });
});
