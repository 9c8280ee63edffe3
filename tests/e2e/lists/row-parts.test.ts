import type { ElementHandle, Locator, Page } from '@playwright/test';
import { asMember, expect, test } from '../support/test.ts';
import { COMPANIES, findRow, LEADS } from './tables.ts';

const WIDTHS = [390, 767, 768, 900, 1023, 1024, 1180, 1280, 1440, 1920];
/** The smallest width in px at which a part of a row can be recognized. */
const RECOGNIZABLE = 24;

const LEAD = {
  name: 'Maximiliane von Habsburg-Lothringen',
  title: 'Executive Vice President of International Business Development',
  company: 'Consolidated Amalgamated Industries of Northern Europe',
  location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  audience: 'Enterprise decision makers in regulated industries',
  linkedin_profile_url: 'https://www.linkedin.com/in/max',
};
const COMPANY = {
  name: 'Consolidated Amalgamated Industries of Northern Europe',
  website: 'https://consolidated-amalgamated-industries.example',
  industry: 'Industrial automation and process engineering',
  location: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  size: '10,001 and more employees',
};

/** The place of the first visible of these elements, unless it is recognizable, within the row, and not covered, so that a press on its middle reaches it. */
function findFault(elements: Element[], [row, recognizable]: readonly [Node, number]): string | undefined {
  const element = elements[0];
  if (!element) return 'not shown';
  const [box, frame] = [element.getBoundingClientRect(), (row as Element).getBoundingClientRect()];
  const isInside = box.left >= frame.left && box.right <= frame.right;
  const isInLine = box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const isUncovered = element.contains(top) || top?.contains(element) === true;
  return box.width >= recognizable && isInside && isInLine && isUncovered ? undefined : JSON.stringify(box);
}

/** Expects that each part is shown in the row. */
async function expectParts(row: Locator, parts: Record<string, Locator>, where: string): Promise<void> {
  const findFaults = async () => {
    const handle = (await row.elementHandle()) as ElementHandle;
    const faults = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => {
        const fault = await part.filter({ visible: true }).evaluateAll(findFault, [handle, RECOGNIZABLE] as const);
        return fault ? [`${name} ${fault}`] : [];
      }),
    );
    return faults.flat();
  };
  await expect.poll(findFaults, where).toEqual([]);
}

async function expectLead(page: Page, where: string) {
  const row = findRow(page, LEADS, LEAD.name).first();
  const approval = row.getByRole('group', { name: `Approval of ${LEAD.name}` });
  await expectParts(
    row,
    {
      avatar: row.getByText('MH'),
      linkedIn: row.getByRole('link', { name: `LinkedIn profile of ${LEAD.name}` }),
      title: row.getByText(LEAD.title),
      company: row.getByText(LEAD.company),
      location: row.getByText(LEAD.location),
      audience: row.getByText(LEAD.audience),
      approve: approval.getByRole('button', { name: 'Approve' }),
      reject: approval.getByRole('button', { name: 'Reject' }),
    },
    where,
  );
}

async function expectCompany(page: Page, where: string) {
  const row = findRow(page, COMPANIES, COMPANY.name).first();
  const approval = row.getByRole('group', { name: `Approval of ${COMPANY.name}` });
  await expectParts(
    row,
    {
      avatar: row.getByText('CE'),
      website: row.getByRole('link', { name: /^Website of / }),
      industry: row.getByText(COMPANY.industry),
      location: row.getByText(COMPANY.location),
      size: row.getByText(COMPANY.size),
      approve: approval.getByRole('button', { name: 'Approve' }),
      reject: approval.getByRole('button', { name: 'Reject' }),
    },
    where,
  );
}

for (const organizations of ['one organization', 'two organizations']) {
  test(`each row of a member of ${organizations} shows all its parts at every width, also beside the panel (S2.40, S2.41, S2.42, S2.47, S2.48)`, async ({
    page,
    context,
    agency,
  }) => {
    const { customer, member } = await asMember(context, agency);
    await agency.addLeads(customer.id, [LEAD]);
    await agency.rows
      .from('companies')
      .insert({ ...COMPANY, customer_id: customer.id })
      .throwOnError();
    if (organizations === 'two organizations') {
      await agency.addMembership(member, (await agency.addCustomer('Contoso')).id);
    }
    for (const { path, name, expectRow } of [
      { path: '/leads', name: LEAD.name, expectRow: expectLead },
      { path: '/companies', name: COMPANY.name, expectRow: expectCompany },
    ]) {
      await page.goto(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByRole('button', { name })).toBeVisible();
        await expectRow(page, `${path} at ${width} px`);
      }
      await page.getByRole('button', { name }).click();
      for (const width of WIDTHS.filter((one) => one >= 1280)) {
        await page.setViewportSize({ width, height: 900 });
        await expect(page.getByRole('complementary', { name: `Details of ${name}` })).toBeVisible();
        await expectRow(page, `${path} at ${width} px beside the panel`);
      }
    }
  });
}
