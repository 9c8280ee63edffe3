import type { Locator } from '@playwright/test';
import { queryAsOwner } from '../../support/cluster.ts';
import { expect, storeSession, test } from '../support/test.ts';
import { findRow, TABLES, type Table } from './tables.ts';

const NAME = 'Maximiliane Habsburg-Lothringen';
const EMAIL = 'max@consolidated.example';
const LONG = 'Consolidated Amalgamated Industries of Northern Europe';
const OWN = 'Congratulations on the second round of funding';
const FIELDS = ['Icebreaker', 'Recent funding round', 'Score', 'Territory'];
const MARKS: Record<Table['name'], { all: string[]; ofMembers: string[] }> = {
  leads: {
    all: ['On the do-not-contact list', 'Changed since the decision', 'Duplicate'],
    ofMembers: ['On the do-not-contact list', 'Changed since the decision'],
  },
  companies: { all: ['Changed since the decision', 'Duplicate'], ofMembers: ['Changed since the decision'] },
};

/** The number of characters that an element shows before its text is cut. */
const shownCharacters = (shown: Locator) =>
  shown.evaluate((element) => {
    const text = element.firstChild as Text;
    const width = (characters: number) => {
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, characters);
      return range.getBoundingClientRect().width;
    };
    if (width(text.length) <= element.clientWidth + 0.5) return text.length;
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    context.font = getComputedStyle(element).font;
    const space = element.clientWidth - context.measureText('…').width;
    return Array.from(text.data).findLastIndex((_, index) => width(index + 1) <= space) + 1;
  });

for (const table of TABLES)
  test(`names of ${table.many} keep 12 characters beside all marks and four own columns, which keep 6`, async ({
    page,
    context,
    agency,
    server,
  }) => {
    const customer = await agency.addCustomer('Northwind');
    const member = await agency.addMember(customer.id, 'Mia Member');
    const keys = FIELDS.map((label) => label.toLowerCase().replaceAll(' ', '_'));
    await agency.rows
      .from('custom_fields')
      .insert(keys.map((key, at) => ({ customer_id: customer.id, table_name: table.name, key, label: FIELDS[at] })))
      .throwOnError();
    const isLead = table.name === 'leads';
    const row = {
      customer_id: customer.id,
      name: NAME,
      location: LONG,
      custom: Object.fromEntries(keys.map((key) => [key, OWN])),
      ...(isLead
        ? {
            email: EMAIL,
            title: LONG,
            company: LONG,
            audience: LONG,
            linkedin_profile_url: 'https://www.linkedin.com/in/max',
          }
        : { website: 'https://consolidated.example', industry: LONG, size: '10,001 and more' }),
    };
    const add = async (values: object) =>
      (
        await agency.rows
          .from(table.name)
          .insert({ ...row, ...values })
          .select('id')
          .single()
          .throwOnError()
      ).data.id;
    const older = await add({
      name: 'Older',
      ...(isLead ? { email: null, linkedin_profile_url: null } : { website: null }),
    });
    const id = await add({ is_approved: true });
    await agency.rows.from(table.name).update({ location: 'Berlin' }).eq('id', id).throwOnError();
    const comments = Array.from({ length: 12 }, () => ({
      customer_id: customer.id,
      [`${table.one}_id`]: id,
      body: 'Hello',
    }));
    await agency.rows.from('comments').insert(comments).throwOnError();
    await queryAsOwner(
      server.databaseUrl,
      `update public.${table.name} set duplicate_of = $1, duplicate_keys = '{name_key}' where id = $2`,
      [older, id],
    );
    if (isLead) {
      const entries = [{ kind: 'email', value: EMAIL }];
      await agency.rows.rpc('add_do_not_contact', { customer_id: customer.id, entries, source: 'form' }).throwOnError();
    }

    for (const { user, path, marks } of [
      { user: member, path: `/${table.name}`, marks: MARKS[table.name].ofMembers },
      { user: agency.admin, path: `/admin/${table.name}`, marks: MARKS[table.name].all },
    ]) {
      await storeSession(context, await agency.startSession(user));
      await page.goto(`${path}?customer=${customer.id}&columns=${keys}`);
      const found = findRow(page, table, NAME);
      for (const width of [768, 1023, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        for (const mark of marks) await expect(found.getByRole('img', { name: mark })).toBeVisible();
        await expect(found.getByText('12', { exact: true })).toBeVisible();
        const shown = () => shownCharacters(found.getByRole('button', { name: NAME }));
        await expect.poll(shown, `${path} at ${width} px`).toBeGreaterThanOrEqual(12);
        const own = found.getByRole('cell', { name: OWN });
        await expect(own).toHaveCount(FIELDS.length);
        for (const cell of await own.all()) {
          const kept = () => shownCharacters(cell);
          await expect.poll(kept, `a column of ${path} at ${width} px`).toBeGreaterThanOrEqual(6);
        }
      }
    }
  });
