import { failRequests } from '../support/requests.ts';
import { expect, signIn, test } from '../support/test.ts';

test('where the backend cannot be reached the page says so, and a retry leads on', async ({ page, expected }) => {
  expected.push('the server responded with a status of 503');
  const refusal = await failRequests(page, ['GET', '/config.json'], { status: 503, message: 'Closed for a moment' });
  await page.goto('/auth');
  await expect(page.getByText('Leadlight can’t be reached')).toBeVisible();
  await refusal.end();
  await page.getByRole('button', { name: 'Retry' }).click();
  await signIn(page, 'admin@example.test', 'admin-password');
  await expect(page).toHaveURL(/\/admin$/);
});
