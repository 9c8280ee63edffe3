import { expectToast } from '../support/pages.ts';
import { asMember, expect, expectAccessible, isPhone, test } from '../support/test.ts';
import { addCampaign, connection, email, message, openCampaign, readSteps, stepRows } from './campaigns.ts';

test('steps are shown with their first lines, edited in place with the preview, and moved (S2.53, S6.19, S7.36, S8.17)', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  const { customer } = await asMember(context, agency, [{ name: 'Ada Lovelace', is_approved: true }]);
  const steps = [
    connection(),
    message('Hi {{first_name}}\n\nof {{company}}', 3),
    email('For {{company}}', `Start ${'long '.repeat(1_990)}`, 0),
  ];
  const campaign = await addCampaign(agency, customer.id, { steps });
  await openCampaign(page, campaign);

  await test.step('the timeline shows at most three lines of a message', async () => {
    await expect(stepRows(page)).toHaveCount(3);
    await expect(stepRows(page).nth(1)).toContainText('Hi First name\nof Company', { useInnerText: true });
    const lines = await stepRows(page)
      .nth(2)
      .getByText(/^Start long/)
      .boundingBox();
    expect(lines?.height).toBeLessThan(70);
  });

  await test.step('the preview is beside the editor or, on a phone, below', async () => {
    await page.getByRole('button', { name: 'Edit step 2' }).click();
    const editor = stepRows(page).nth(1).getByRole('form', { name: 'Edit step 2' });
    const field = editor.getByRole('textbox', { name: 'Message' });
    const preview = editor.getByRole('region', { name: 'Preview' });
    await field.fill('New for {{first_name}}');
    await expect(preview.getByText('New for Ada')).toBeVisible();
    const [writing, reading] = [await field.boundingBox(), await preview.boundingBox()];
    if (!writing || !reading) throw new Error('not in sight');
    if (isPhone(page)) expect(reading.y).toBeGreaterThan(writing.y + writing.height);
    else expect(reading.x).toBeGreaterThan(writing.x + writing.width);
    await expectAccessible(page);
    await editor.getByRole('button', { name: 'Save step' }).click();
    await expectToast(page, 'Step updated successfully');
    await expect(page.getByRole('button', { name: 'Edit step 2' })).toBeFocused();
    await expect(stepRows(page).nth(1).getByText('New for First name')).toBeVisible();
    expect((await readSteps(agency, campaign.id))[1]?.message_content).toBe('New for {{first_name}}');
  });

  const order = async (types: string[]) => {
    await expect(stepRows(page).getByRole('heading')).toHaveText(types);
    await expect
      .poll(async () => (await readSteps(agency, campaign.id)).map((step) => step.step_type))
      .toEqual(types.map((type) => TYPES[type]));
  };
  const handle = (number: number) => page.getByRole('button', { name: new RegExp(`^Move step ${number}:`) });

  await test.step('steps are moved by keyboard and dragging', async () => {
    await handle(1).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await order(['LinkedIn message', 'Email', 'LinkedIn connection request']);
    await expect(handle(3)).toBeFocused();

    const [from, to] = [await handle(3).boundingBox(), await stepRows(page).first().boundingBox()];
    if (!from || !to) throw new Error('not in sight');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y + to.height, { steps: 4 });
    await page.mouse.move(from.x, to.y + 4, { steps: 4 });
    await page.mouse.up();
    await order(['LinkedIn connection request', 'LinkedIn message', 'Email']);
  });
});

const TYPES: Record<string, string> = {
  'LinkedIn connection request': 'linkedin_connection',
  'LinkedIn message': 'linkedin_message',
  Email: 'email',
};
