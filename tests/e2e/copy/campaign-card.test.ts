import { asMember, expect, test } from '../support/test.ts';
import { addCampaign } from './campaigns.ts';

test('a campaign opens from every point of its card', { tag: '@phone' }, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency);
  const campaign = await addCampaign(agency, customer.id, { name: 'Founders' });
  await page.goto('/copy');
  const card = page.getByRole('list', { name: 'Campaigns', exact: true }).getByRole('listitem');
  const link = card.getByRole('link', { name: 'Founders', exact: true });
  await expect(link).toBeVisible();
  const dead = await card.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const corner = 8; // what is cut off by the round corners is not the card's
    const points: [number, number][] = [];
    for (let x = left + corner; x < left + width - corner; x += 6) {
      for (let y = top + corner; y < top + height - corner; y += 6) points.push([x, y]);
    }
    const isDead = ([x, y]: [number, number]) => !document.elementFromPoint(x, y)?.closest('a');
    return { points: points.length, dead: points.filter(isDead).length };
  });
  expect(dead).toEqual({ points: expect.any(Number), dead: 0 });
  expect(dead.points).toBeGreaterThan(100);

  await expect(link).toHaveAttribute('title', /^Founders\nCreated \d+ \w+ \d{4}, \d\d:\d\d/);
  const date = await card.getByRole('time').boundingBox();
  if (!date) throw new Error('The card has no date');
  await page.mouse.click(date.x + date.width / 2, date.y + date.height / 2);
  await expect(page).toHaveURL(`/copy?campaign=${campaign.id}`);
  await expect(page.getByRole('dialog', { name: 'Founders', exact: true })).toBeVisible();
});
