import { asMember, expect, expectAccessible, test } from '../support/test.ts';

test('a member whose role is changed decides, suggests or only reads from the next page on @phone', async ({
  page,
  context,
  agency,
}) => {
  const { customer, member } = await asMember(context, agency, [{ name: 'Ada Lovelace' }, { name: 'Bea Beta' }]);
  const setRole = (role: 'viewer' | 'reviewer') =>
    agency.rows.from('customer_users').update({ role }).eq('user_id', member.id).throwOnError();
  const { data: campaign } = await agency.rows
    .from('campaigns')
    .insert({ customer_id: customer.id, name: 'Founders' })
    .select('id')
    .single()
    .throwOnError();
  const step = { customer_id: customer.id, campaign_id: campaign.id, step_number: 1, step_type: 'email' as const };
  await agency.rows
    .from('campaign_steps')
    .insert({ ...step, subject: 'Hello', message_content: 'Hi {{first_name}}' })
    .throwOnError();
  await agency.rows.rpc('request_review', { customer_id: customer.id, campaign_id: campaign.id }).throwOnError();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });

  await test.step('a viewer reads and comments', async () => {
    await setRole('viewer');
    await page.goto('/leads');
    await expect(page.getByText('You can view and comment.')).toBeVisible();
    await expect(page.getByText('To review', { exact: true }).filter({ visible: true }).last()).toBeVisible();
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await expect(approve).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ada Lovelace' }).first().click();
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await page.goto(`/copy?campaign=${campaign.id}`);
    const dialog = page.getByRole('dialog', { name: 'Founders' });
    await expect(dialog.getByText('You can view and comment.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Launch Campaign' })).toHaveCount(0);
    await expectAccessible(page);
    const { data } = await agency.rows
      .from('leads')
      .select('is_approved')
      .eq('customer_id', customer.id)
      .throwOnError();
    expect(data).toEqual([{ is_approved: null }, { is_approved: null }]);
  });

  await test.step('a reviewer decides about leads, and suggests wording but does not sign off', async () => {
    await setRole('reviewer');
    await page.goto('/leads');
    await approve.first().click();
    await expect(page.getByText('1 of 2 reviewed')).toBeVisible();
    await page.goto(`/copy?campaign=${campaign.id}&version=1`);
    await expect(page.getByText('Only an approver can sign off.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Suggest wording for step 1' })).toBeVisible();
    await expect(approve).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/do-not-contact');
    await expect(page.getByText(/Only an approver can change this list\./)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add entries' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  });
});
