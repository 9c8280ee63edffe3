import { expectToast } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test('locators and expected toasts match whole texts, never a part or another case', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.setContent(`<main>
      <button>Save</button> <button>Save all</button> <button>save</button>
      <p>Saved</p> <p>Saved for later</p>
      <label>Name <input placeholder="Ada"></label> <label>Last Name <input placeholder="Ada Lovelace"></label>
    </main>`);
    for (const scope of [tab, tab.locator('main')]) {
      await expect(scope.getByRole('button', { name: 'Save' })).toHaveCount(1);
      await expect(scope.getByRole('button', { name: /save/i })).toHaveCount(3);
      await expect(scope.getByText('Saved')).toHaveCount(1);
      await expect(scope.getByLabel('Name')).toHaveCount(1);
      await expect(scope.getByPlaceholder('Ada')).toHaveCount(1);
      await expect(scope.getByRole('button').filter({ has: tab.getByText('ave') })).toHaveCount(0);
    }
  }

  await page.setContent(`<section aria-label="Notifications"><ol>
    <li><p>3 leads approved</p><p>1 no longer there.</p></li>
  </ol></section>`);
  await expectToast(page, '3 leads approved', '1 no longer there.');
  const soon = { timeout: 100 };
  await expect(expectToast(page, 'leads approved', undefined, soon)).rejects.toThrow();
  await expect(expectToast(page, '3 Leads approved', undefined, soon)).rejects.toThrow();
  await expect(expectToast(page, '3 leads approved', '1 no longer', soon)).rejects.toThrow();
});
