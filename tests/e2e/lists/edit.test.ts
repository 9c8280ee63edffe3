import { expectToast, leadRow, openAdminLeads } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('an administrator edits a lead in the panel, and a change of the same field by another user is shown', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Edits');
  await agency.addLeads(customer.id, [
    { name: 'Ada', title: 'Clerk', email: 'ada@acorn.example' },
    { name: 'Charles', audience: 'Partners' },
  ]);
  const panel = page.getByRole('complementary', { name: /^Details of / });
  const field = (name: string) => panel.getByRole('textbox', { name });
  const changeElsewhere = (change: Record<string, string>) =>
    agency.rows
      .from('leads')
      .update(change)
      .eq('customer_id', customer.id)
      .eq('email', 'ada@acorn.example')
      .throwOnError();
  const stored = async () => {
    const [ada] = (await agency.readLeads(customer.id)).filter(({ email }) => email === 'ada@acorn.example');
    return [ada?.name, ada?.title, ada?.location];
  };
  await openAdminLeads(page, customer);
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  await panel.getByRole('button', { name: 'Edit' }).click();

  await test.step('a wrong value is shown beside its field and not saved', async () => {
    await field('Email').fill('ada');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(field('Email')).toHaveAttribute('aria-invalid', 'true');
    await field('Email').fill('ada@acorn.example');
  });

  await test.step('Esc, J, a link, Back and reloading ask before the edit is discarded', async () => {
    const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
    const address = page.url();
    await field('Title').fill('Head of Engines');
    await field('Title').press('Escape'); // leaves the field
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.keyboard.press('j'),
      () => page.getByRole('link', { name: 'Companies', exact: true }).click(),
      () => page.evaluate(() => history.back()),
    ];
    for (const leave of ways) {
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(address);
      await expect(field('Title')).toHaveValue('Head of Engines');
      await panel.focus();
    }
    const warns = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(warns).toBe(true);
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: 'Ada', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Edit' }).click();
    await expect(field('Title')).toHaveValue('Clerk');
    await field('Title').fill('Head of Engines');
  });

  await test.step('a change of another field is not overwritten', async () => {
    await changeElsewhere({ location: 'London' });
    await panel.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Changes saved', 'Ada');
    await expect(panel.getByText('London')).toBeVisible();
    expect(await stored()).toEqual(['Ada', 'Head of Engines', 'London']);
  });

  await test.step('a change of the same field is shown, and one of both is chosen', async () => {
    await panel.getByRole('button', { name: 'Edit' }).click();
    await changeElsewhere({ title: 'Countess' });
    await field('Title').fill('Engineer');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('Another user changed this while you were editing.')).toBeVisible();
    await expect(panel.getByText('Theirs: Countess')).toBeVisible();
    await expect(panel.getByText('Yours: Engineer')).toBeVisible();
    expect((await stored())[1]).toBe('Countess');
    await panel.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(field('Title')).toBeHidden();
    await expect(leadRow(page, 'Ada').getByText('Engineer').locator('visible=true')).toBeVisible();
    expect(await stored()).toEqual(['Ada', 'Engineer', 'London']);

    await panel.getByRole('button', { name: 'Edit' }).click();
    await changeElsewhere({ title: 'Poet' });
    await field('Title').fill('Clerk');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Use theirs' }).click();
    await expect(field('Title')).toBeHidden();
    await expect(panel.getByText('Poet').first()).toBeVisible();
    expect(await stored()).toEqual(['Ada', 'Poet', 'London']);
  });

  await test.step('an audience of the customer is chosen', async () => {
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByRole('combobox', { name: 'Audience' }).fill('part');
    await page.getByRole('option', { name: 'Partners' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(field('Title')).toBeHidden();
    await expect(leadRow(page, 'Ada').getByText('Partners').locator('visible=true')).toBeVisible();
    const [ada] = (await agency.readLeads(customer.id)).filter(({ name }) => name === 'Ada');
    expect(ada?.audience).toBe('Partners');
  });
});
