import type { Locator, Page } from '@playwright/test';
import {
  csvFile,
  expectResults,
  expectStep,
  expectToast,
  findWizard,
  leadRow,
  openAdminLeads,
} from '../support/pages.ts';
import { asMember, expect, test } from '../support/test.ts';

const MAX_STOPS = 60;

/** Presses a key until the focus is there; at every stop on the way it can be seen where the focus is. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeEnabled();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
  }
  await expect(target).toBeFocused();
}

/** A ring of at least 2 px around what has the focus, or around the label that stands for it, within the window. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement;
    const isInLabel = element instanceof HTMLInputElement && ['file', 'radio'].includes(element.type);
    const shown = isInLabel ? element.labels?.[0] : element;
    if (!shown || shown === document.body) return { on: 'nothing', ring: 0, inSight: false };
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
    const isDrawn = outlineStyle !== 'none' && !/, 0\)$|\/ 0\)$|transparent/.test(outlineColor);
    const box = shown.getBoundingClientRect();
    return {
      on: shown.outerHTML.slice(0, 120),
      ring: isDrawn ? Number.parseFloat(outlineWidth) : 0,
      inSight: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    };
  });
  expect(focus, focus.on).toMatchObject({ inSight: true });
  expect(focus.ring, focus.on).toBeGreaterThanOrEqual(2);
}

/** Opens the focused select and chooses an option by typing its label; a select with more than a page of options has a search field. */
async function chooseByTyping(page: Page, option: string): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('button[role=combobox]'))).toBe(false); // the focus has moved into it
  await page.keyboard.type(option);
  await expect.poll(() => activeOption(page)).toBe(option);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeHidden();
}

/** The label of the option that Enter chooses: the focused one, or the active descendant of the focused search field. */
function activeOption(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const activeId = focused?.getAttribute('aria-activedescendant');
    const active = activeId ? document.getElementById(activeId) : focused;
    return active?.getAttribute('role') === 'option' ? active.textContent?.trim() : undefined;
  });
}

test('an administrator signs in, imports, assigns, approves and deletes by keyboard', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Keyboard');
  const wizard = findWizard(page);

  await test.step('signing in', async () => {
    await page.goto('/auth');
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(agency.admin.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(agency.admin.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin$/);
  });

  await test.step('going to the leads', async () => {
    await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Leads' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/leads$/);
  });

  await test.step('opening the wizard and choosing the file', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Upload Leads' }));
    await page.keyboard.press('Enter');
    await expect(wizard).toBeVisible();
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, wizard.locator('input[type=file]'));
    await page.keyboard.press('Enter');
    const chooser = await choosing;
    await chooser.setFiles(csvFile('keys.csv', 'Who,Full Name\nx,Ada\ny,Bob'));
    await expect(wizard.getByText('keys.csv')).toBeVisible();
  });

  await test.step('choosing the customer and typing an audience', async () => {
    await tabTo(page, wizard.getByRole('combobox', { name: 'Customer' }));
    await chooseByTyping(page, customer.name);
    await tabTo(page, wizard.getByRole('combobox', { name: 'Audience Optional' }));
    await page.keyboard.type('Typists');
    await tabTo(page, wizard.getByRole('button', { name: 'Continue' }));
    await page.keyboard.press('Enter');
    await expectStep(page, 'Mapping');
    await expect(wizard.getByRole('heading', { name: 'Match your columns' })).toBeFocused();
  });

  await test.step('changing the mapping', async () => {
    await tabTo(page, wizard.getByRole('combobox', { name: 'Who maps to' }));
    await chooseByTyping(page, 'Notes');
    await expect(wizard.getByRole('combobox', { name: 'Who maps to' })).toHaveText('Notes');
    await tabTo(page, wizard.getByRole('region', { name: 'Preview' }));
    await tabTo(page, wizard.getByRole('button', { name: 'Import 2 rows' }));
    await page.keyboard.press('Enter');
  });

  await test.step('reading the results and closing', async () => {
    await expectResults(page, { Imported: 2, Duplicates: 0, Errors: 0, 'Companies created': 0 });
    await expect(wizard.getByRole('heading', { name: 'Import complete' })).toBeFocused();
    await tabTo(page, wizard.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expect(wizard).toBeHidden();
    await expect(page.getByRole('button', { name: 'Upload Leads' })).toBeFocused();
    await expectVisibleFocus(page);
    const stored = await agency.readLeads(customer.id);
    expect(stored).toMatchObject([
      { name: 'Ada', notes: 'x', audience: 'Typists' },
      { name: 'Bob', notes: 'y', audience: 'Typists' },
    ]);
  });

  const all = page.getByRole('checkbox', { name: 'Select all leads' });
  const cyd = page.getByRole('checkbox', { name: 'Select Cyd' });
  await agency.addLeads(customer.id, [{ name: 'Cyd' }]);
  await openAdminLeads(page, customer);

  await test.step('assigning an audience, after which the focus is on the list', async () => {
    await tabTo(page, cyd);
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Assign to Audience' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const assigning = page.getByRole('dialog', { name: 'Assign to audience' });
    await tabTo(page, assigning.getByRole('combobox', { name: 'Audience' }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Typists', selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await tabTo(page, assigning.getByRole('button', { name: 'Assign 1 lead' }));
    await page.keyboard.press('Enter');
    await expectToast(page, '1 lead assigned');
    await expect(leadRow(page, 'Cyd').getByText('Typists').filter({ visible: true })).toBeVisible();
    await expect(all).toBeFocused();
  });

  await test.step('approving', async () => {
    await tabTo(page, cyd);
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Approve Selected' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectToast(page, '1 lead approved');
    await expect(all).toBeFocused();
    await expectVisibleFocus(page);
  });

  await test.step('deleting', async () => {
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Delete Selected' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete 3 leads?' });
    await tabTo(page, question.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Delete Selected' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, question.getByRole('button', { name: 'Delete 3 leads' }));
    await page.keyboard.press('Enter');
    await expectToast(page, '3 leads deleted');
    await expect(page.getByText('No leads match')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('a member reviews in the panel by keyboard, and the focus returns to the row', async ({
  page,
  context,
  agency,
}) => {
  await asMember(context, agency, [
    { name: 'Ada', email: 'ada@acorn.example' },
    { name: 'Charles', email: 'charles@acorn.example' },
    { name: 'Grace', email: 'grace@acorn.example' },
  ]);
  const panel = (name: string) => page.getByRole('complementary', { name: `Details of ${name}` });
  const reasons = (name: string) => page.getByRole('region', { name: `Why reject ${name}?` });
  await page.goto('/leads');
  await expect(leadRow(page, 'Ada')).toBeVisible();
  await page.keyboard.press('j');
  await expect(leadRow(page, 'Ada')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel('Ada')).toBeFocused();

  await test.step('Tab goes through the panel in the order in which it is read', async () => {
    await expect(panel('Ada').getByRole('link', { name: 'ada@acorn.example' })).toBeVisible();
    const stops = [
      panel('Ada').getByRole('button', { name: 'Next lead' }),
      panel('Ada').getByRole('button', { name: 'Close' }),
      panel('Ada').getByRole('button', { name: 'Approve' }),
      panel('Ada').getByRole('button', { name: 'Reject' }),
      panel('Ada').getByRole('link', { name: 'ada@acorn.example' }),
      panel('Ada').getByRole('textbox', { name: 'New comment' }),
    ];
    for (const stop of stops) await expect(stop).toBeVisible(); // the comments are loaded after the fields
    for (const stop of stops) {
      await page.keyboard.press('Tab');
      await expectVisibleFocus(page);
      await expect(stop).toBeFocused();
    }
  });

  await test.step('keys that are typed into a comment decide nothing, and Escape leaves the field only', async () => {
    await page.keyboard.type('ajr1');
    await expect(panel('Ada').getByRole('textbox', { name: 'New comment' })).toHaveValue('ajr1');
    await expect(leadRow(page, 'Ada').getByRole('button', { name: 'Approve' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await page.keyboard.press('Escape');
    await expect(panel('Ada')).toBeFocused();
  });

  await test.step('R rejects, a digit gives the reason, and U goes back to the lead', async () => {
    await page.keyboard.press('r');
    await expect(panel('Charles')).toBeFocused();
    await expect(reasons('Ada')).toBeVisible();
    await page.keyboard.press('2');
    await expect(reasons('Ada').getByRole('button', { name: 'Wrong industry' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('u');
    await expect(panel('Ada')).toBeVisible();
    await expectToast(page, 'Decision undone', 'Ada');
    await expect(reasons('Ada')).toBeHidden();
  });

  await test.step('J and K move, and Escape closes', async () => {
    await page.keyboard.press('j');
    await expect(panel('Charles')).toBeVisible();
    await page.keyboard.press('j');
    await expect(panel('Grace')).toBeVisible();
    await page.keyboard.press('k');
    await expect(panel('Charles')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel('Charles')).toBeHidden();
    await expect(leadRow(page, 'Charles').getByRole('button', { name: 'Charles', exact: true })).toBeFocused();
  });
});
