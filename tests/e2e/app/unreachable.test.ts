import { failRequests } from '../support/requests.ts';
import { expect, signIn, test } from '../support/test.ts';

test('an unreachable backend is reported and can be retried', async ({ page, expected }) => {
  expected.push('the server responded with a status of 503');
  const outage = await failRequests(page, ['GET', '/config.json'], { status: 503, message: 'Closed for a moment' });
  await page.goto('/auth');
  await expect(page.getByText('Leadlight couldn’t be reached')).toBeVisible();
  await outage.end();
  await page.getByRole('button', { name: 'Retry' }).click();
  await signIn(page, 'admin@example.test', 'admin-password');
  await expect(page).toHaveURL(/\/admin$/);
});
