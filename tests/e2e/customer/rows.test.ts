import type { Locator } from '@playwright/test';
import { leadRow } from '../support/pages.ts';
import { expect, isPhone, test } from '../support/test.ts';
import { asMember, companyNames, companyRow } from './customer-area.ts';

const visible = (scope: Locator, text: string) => scope.getByText(text).filter({ visible: true });

test('the rows of leads and companies show all their values (S2.40, S2.41, S2.47, S3.3)', { tag: '@phone' }, async ({
  page,
  context,
  agency,
  baseURL,
}) => {
  const ada = {
    name: 'Ada Lovelace',
    title: 'Analyst',
    company: 'Engines Ltd',
    location: 'London',
    audience: 'Founders',
    profile_picture_url: `${baseURL}/icon.svg?ada`,
    linkedin_profile_url: 'https://www.linkedin.com/in/ada',
  };
  const companies = [
    {
      name: 'Acme Robotics',
      website: 'https://www.acme.example/about',
      industry: 'Automation',
      location: 'Rotterdam',
      size: '11-50',
    },
    { name: 'Globex', domain: 'globex.example', employee_count: 12500 },
    { name: 'Initech', website: 'javascript:alert(1)' },
  ];
  await asMember(context, agency, {
    leads: [ada, { name: 'Alan Turing', linkedin_profile_url: 'javascript:alert(1)' }],
    companies,
  });

  await test.step('a lead has a picture, its name, a LinkedIn link, title, company, location and audience', async () => {
    const pictureRequest = page.waitForRequest(ada.profile_picture_url);
    if (!isPhone(page)) await page.setViewportSize({ width: 1920, height: 900 }); // each value in its own cell
    await page.goto('/leads');
    const row = leadRow(page, ada.name);
    await expect(row.locator('img')).toHaveJSProperty('complete', true);
    await expect(row.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    expect((await pictureRequest).headers().referer).toBeFalsy();
    const link = row.getByRole('link', { name: 'LinkedIn profile of Ada Lovelace' });
    await expect(link).toHaveAttribute('href', ada.linkedin_profile_url);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(visible(row, 'Founders')).toBeVisible();
    if (isPhone(page)) await expectWhole(row, ['Ada Lovelace', 'Founders', 'Analyst', 'Engines Ltd', 'London']);
    else
      for (const text of ['Analyst', 'Engines Ltd', 'London'])
        await expect(row.getByRole('cell', { name: text })).toBeVisible();
    await expect(row.getByRole('group', { name: 'Approval of Ada Lovelace' }).getByRole('button')).toHaveText([
      'Approve',
      'Reject',
    ]);

    const other = leadRow(page, 'Alan Turing');
    await expect(other.getByText('AT')).toBeVisible();
    await expect(other.getByRole('link')).toHaveCount(0);
    await expect(visible(other, 'Uncategorized')).toBeVisible();
  });

  await test.step('a company has its website, industry, location and size', async () => {
    await page.goto('/companies');
    await expect(page.getByRole('heading', { name: 'Companies 3', level: 1 })).toBeVisible();
    await expect.poll(() => companyNames(page)).toEqual(['Acme Robotics', 'Globex', 'Initech']);

    const acme = companyRow(page, 'Acme Robotics');
    const link = acme.getByRole('link', { name: 'Website of Acme Robotics: acme.example' }).filter({ visible: true });
    await expect(link).toHaveAttribute('href', 'https://www.acme.example/about');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(visible(acme, '11-50')).toBeVisible();
    if (isPhone(page)) await expectWhole(acme, ['Automation', 'Rotterdam']);
    else {
      await expect(link).toHaveText('acme.example');
      for (const text of ['Automation', 'Rotterdam'])
        await expect(acme.getByRole('cell', { name: text })).toBeVisible();
    }
    const globex = companyRow(page, 'Globex');
    await expect(globex.getByRole('link').filter({ visible: true })).toHaveAttribute('href', 'https://globex.example/');
    await expect(visible(globex, '12,500')).toBeVisible();
    const initech = companyRow(page, 'Initech');
    await expect(initech.getByRole('link')).toHaveCount(0);
    await expect(visible(initech, 'Size unknown')).toBeVisible();
  });
});

/** Expects each text to be fully visible in the row. */
async function expectWhole(row: Locator, texts: string[]): Promise<void> {
  for (const text of texts) {
    const words = visible(row, text);
    await expect(words).toBeVisible();
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
}
