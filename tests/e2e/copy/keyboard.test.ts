import type { Locator } from '@playwright/test';
import { expectToast } from '../support/pages.ts';
import { asMember, expect, test } from '../support/test.ts';
import { stepRows } from './campaigns.ts';

/** Goes on with Tab until the focus is on the control. */
async function tabTo(control: Locator) {
  await expect(control.first()).toBeEnabled();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluateAll((found) => found.some((element) => element === document.activeElement))) return;
    await control.page().keyboard.press('Tab');
  }
  throw new Error(`${control} is not reached`);
}

test('a campaign of three steps is created and launched by keyboard (S0.4)', async ({ page, context, agency }) => {
  await asMember(context, agency);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/leads');
  await tabTo(page.getByRole('link', { name: 'Copy', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(button('Create campaign'));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('textbox', { name: 'Campaign name' }));
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'By keyboard' })).toBeVisible();

  const channels = ['LinkedIn connection request', 'LinkedIn message', 'Email'];
  for (const [index, channel] of channels.entries()) {
    await tabTo(button('Add step'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Channel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'LinkedIn message' })).toBeFocused();
    for (const [down, option] of channels.slice(0, index + 1).entries()) {
      await page.keyboard.press(down === 0 ? 'Home' : 'ArrowDown');
      await expect(page.getByRole('option', { name: option })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    if (channel === 'Email') {
      await tabTo(page.getByRole('textbox', { name: 'Subject' }));
      await page.keyboard.type('Hello');
    }
    await tabTo(page.getByRole('textbox', { name: /message/i }));
    await page.keyboard.type('Hi ');
    await tabTo(button('First name'));
    await page.keyboard.press('Enter');
    await tabTo(button('Add step'));
    await page.keyboard.press('Enter');
    await expect(stepRows(page)).toHaveCount(index + 1);
    await expect(page.getByRole('form', { name: 'New step' })).toHaveCount(0);
  }
  await expect(stepRows(page).getByRole('heading')).toHaveText(channels);
  await expect(stepRows(page).getByText('Hi First name')).toHaveCount(3);

  await tabTo(button('Launch Campaign'));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Launch Campaign?' });
  await tabTo(question.getByRole('button', { name: 'Launch Campaign' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Campaign launched successfully');
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Active');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
