import { expect, expectAccessible, isPhone, test } from '../support/test.ts';
import { asMember, companyNames, companyRow } from './customer-area.ts';

test('a company row shows its website, industry, location and size', {
  tag: '@phone',
}, async ({ page, context, agency }) => {
  await asMember(context, agency, {
    companies: [
      {
        name: 'Acme Robotics',
        website: 'https://www.acme.example/about',
        industry: 'Automation',
        location: 'Rotterdam',
        size: '11-50',
      },
      { name: 'Globex', domain: 'globex.example', employee_count: 12500 },
      { name: 'Initech', website: 'javascript:alert(1)' },
    ],
  });
  await page.goto('/companies');
  await expect(page.getByRole('heading', { name: 'Companies 3', level: 1 })).toBeVisible();
  expect(await companyNames(page)).toEqual(['Acme Robotics', 'Globex', 'Initech']);

  const acme = companyRow(page, 'Acme Robotics');
  const link = acme.getByRole('link', { name: 'Website of Acme Robotics: acme.example' }).filter({ visible: true });
  await expect(link).toHaveAttribute('href', 'https://www.acme.example/about');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(acme.getByText('11-50').filter({ visible: true })).toBeVisible();
  if (isPhone(page)) await expect(acme.getByText('Automation · Rotterdam')).toBeVisible();
  else {
    await expect(link).toHaveText('acme.example');
    for (const text of ['Automation', 'Rotterdam']) await expect(acme.getByRole('cell', { name: text })).toBeVisible();
  }
  const globex = companyRow(page, 'Globex');
  await expect(globex.getByRole('link').filter({ visible: true })).toHaveAttribute('href', 'https://globex.example/');
  await expect(globex.getByText('12,500').filter({ visible: true })).toBeVisible();
  const initech = companyRow(page, 'Initech');
  await expect(initech.getByRole('link')).toHaveCount(0);
  await expect(initech.getByText('Size unknown').filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
});
