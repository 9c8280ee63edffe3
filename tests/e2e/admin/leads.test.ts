import { choose, leadNames, leadRow, openAdminLeads, readInOrder, readOptions } from '../support/pages.ts';
import { holdRequest, intercept, procedure } from '../support/requests.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

test.use({ signedInAsAdmin: true });

test('the audience filter lists the distinct audiences of the selected customer, sorted (S2.75, S2.105, S2.106, S2.107, S3.3)', async ({
  page,
  agency,
}) => {
  await test.step('the audience filter lists the distinct audiences of the selected customer, sorted', async () => {
    const [north, south] = [await agency.addCustomer('North'), await agency.addCustomer('South')];
    const audiences = ['Zürich', 'alpha', 'Beta', 'älter', 'alpha'];
    await agency.addLeads(north.id, [
      ...audiences.map((audience, index) => ({ name: `Member ${index} of ${audience}`, audience })),
      { name: 'Unassigned lead' },
    ]);
    await agency.addLeads(south.id, [{ name: 'Sam South', audience: 'Southerners' }]);
    const request = await holdRequest(page, ['POST', procedure('audience_names')]);

    await page.goto('/admin/leads');
    const filter = page.getByRole('combobox', { name: 'Audience' });
    await expect(filter).toHaveText('Loading audiences...');
    request.release();
    await expect(filter).toHaveText('All Audiences');
    expect((await filter.boundingBox())?.width).toBe(280);
    await expect.poll(() => readOptions(page, 'Audience')).toContain('Southerners');

    await choose(page, 'Customer', north.name);
    await expect
      .poll(() => readOptions(page, 'Audience'))
      .toEqual(['All Audiences', 'alpha', 'älter', 'Beta', 'Zürich', 'Unassigned']);
    const { data: rows } = await agency.rows
      .from('leads')
      .select('audience')
      .not('audience', 'is', null)
      .eq('customer_id', north.id)
      .throwOnError();
    expect(rows.map(({ audience }) => audience).sort()).toEqual([...audiences].sort());

    await choose(page, 'Audience', 'alpha');
    await expect.poll(() => leadNames(page)).toEqual(['Member 1 of alpha', 'Member 4 of alpha']);
    await choose(page, 'Audience', 'Unassigned');
    await expect.poll(() => leadNames(page)).toEqual(['Unassigned lead']);
    await choose(page, 'Customer', south.name);
    await expect(filter).toHaveText('All Audiences');
    await expect.poll(() => leadNames(page)).toEqual(['Sam South']);
  });
});

test('a customer that is selected just before a search starts stays selected', async ({ page, agency }) => {
  const [north, south] = [await agency.addCustomer('Zenith North'), await agency.addCustomer('Zenith South')];
  for (const { id } of [north, south]) await agency.addLeads(id, [{ name: 'Ida Rhodes' }, { name: 'Joan Clarke' }]);
  // Only a select with few options has type-ahead while it is closed.
  await intercept(page, ['GET', '/rest/v1/customers'], (route) =>
    route.fallback({ url: `${route.request().url()}&name=like.Zenith*` }),
  );
  await openAdminLeads(page, north);
  const select = page.getByRole('combobox', { name: 'Customer' });
  await page.getByRole('searchbox').fill('joan');
  await select.focus();
  await select.evaluate((element, keys) => {
    for (const key of keys) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); // selects the option that starts with it
    const end = performance.now() + 400;
    while (performance.now() < end); // until the search is due, before the page renders again
  }, south.name);
  await expect(page).toHaveURL(/search=joan/);
  await expect(select).toHaveText(south.name);
  await expect.poll(() => leadNames(page)).toEqual(['Joan Clarke']);
});

test('the buttons have the order of the specification and are disabled without a selection (S2.80, S4.9)', async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Buttons');
  await agency.addLeads(customer.id, [{ name: 'Ada' }]);
  await openAdminLeads(page, customer);
  const order = [
    'Assign to Audience',
    'Approve Selected',
    'Delete Selected',
    'Approve All (Filtered)',
    'Export Approved',
    'Upload Leads',
  ];
  const buttons = page.getByRole('main').getByRole('button', { name: /Audience$|Selected$|Filtered|Export|Upload/ });
  await expect(buttons).toHaveText(order);
  for (const width of [1440, 1280, 1023, 768, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const read = () => readInOrder(buttons);
    await expect.poll(read, `${width} px`).toEqual(order);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(new Set(await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))).size).toBe(1);

  for (const name of order.slice(0, 3)) await expect(page.getByRole('button', { name })).toBeDisabled();
  await leadRow(page, 'Ada').getByRole('checkbox').check();
  await expect(page.getByRole('main').getByRole('button', { name: /reject/i })).toHaveCount(1); // the row's own
  for (const name of order) await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();
});

test('no button for a selection is out of sight at 768 to 1,023 px', async ({ page, agency }) => {
  const customer = await agency.addCustomer('Tablet');
  await agency.addLeads(customer.id, [{ name: 'Ada' }, { name: 'Bob' }]);
  await page.setViewportSize({ width: 768, height: 1024 });
  await openAdminLeads(page, customer);
  await leadRow(page, 'Ada').getByRole('checkbox').check();
  const bulk = page
    .getByRole('main')
    .getByRole('button', { name: /^(Assign|Approve|Delete) (1 lead|All)|^Export|Selected$/ });
  const names = [
    'Approve Selected',
    'Delete Selected',
    'Approve All (Filtered)',
    'Export Approved',
    'Assign 1 lead',
    'Approve 1 lead',
    'Delete 1 lead',
  ];
  for (const width of [768, 1023]) {
    await page.setViewportSize({ width, height: 1024 });
    await expect(bulk).toHaveCount(names.length);
    for (const name of names) await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
});

test('the filters besides the search take one line on a phone until they are opened', { tag: '@touch' }, async ({
  page,
  agency,
}) => {
  const customer = await agency.addCustomer('Filtered');
  await agency.addLeads(customer.id, [{ name: 'Ada', audience: 'Founders' }]);
  await page.goto(`/admin/leads?customer=${customer.id}`);
  const filters = page.getByRole('button', { name: 'Filters (1)' });
  const boxes = await Promise.all([page.getByRole('searchbox'), filters].map((one) => one.boundingBox()));
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await filters.click();
  await choose(page, 'Audience', 'Founders');
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
});

test('the buttons have the order of the specification on a phone too, and a selection moves nothing', {
  tag: '@touch',
}, async ({ page, agency }) => {
  const customer = await agency.addCustomer('Buttons');
  await agency.addLeads(customer.id, [{ name: 'Ada' }]);
  await openAdminLeads(page, customer);
  const buttons = page.getByRole('main').getByRole('button', { name: /Audience$|Selected$|Filtered|Export|Upload/ });
  const order = [
    'Assign to Audience',
    'Approve Selected',
    'Delete Selected',
    'Approve All (Filtered)',
    'Export Approved',
    'Upload Leads',
  ];
  await expect(buttons).toHaveText(order);
  await expect(page.getByRole('button', { name: 'Upload Leads' })).toBeInViewport({ ratio: 1 });
  const list = page.getByRole('table', { name: 'Leads' });
  const box = await list.boundingBox();
  await leadRow(page, 'Ada').getByRole('checkbox').check();
  await expect(buttons).toHaveText(order);
  await expect(page.getByRole('button', { name: 'Approve Selected' })).toBeEnabled();
  expect(await list.boundingBox()).toEqual(box);
});
