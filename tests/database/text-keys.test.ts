import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

async function keyOf(kind: 'text_key' | 'linkedin_key' | 'domain_key', value: string | null): Promise<string | null> {
  const rows = await world.transaction(({ query }) =>
    query<{ key: string | null }>(`select private.${kind}($1) as key`, [value]),
  );
  return rows[0]?.key ?? null;
}

/** Each of JavaScript's white space characters. */
const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

test.each([
  ['Ada Lovelace', 'ada lovelace'],
  ['ÉCOLE', 'école'],
  ['E\u0301COLE', 'école'],
  ['ЖУК', 'жук'],
  ['ΟΔΟΣ', 'οδος'],
  ['İstanbul', 'i\u0307stanbul'],
  ['  Ada \t\u00a0 Lovelace\u3000', 'ada lovelace'],
  [`a${whiteSpace}b`, 'a b'],
  [whiteSpace, null],
  ['a\u200bb', 'a\u200bb'],
  ['ﬁ', 'ﬁ'],
  ['', null],
  [null, null],
])('the text %j is %j', async (value, key) => {
  expect(await keyOf('text_key', value)).toBe(key);
});

test.each([...whiteSpace].map((character) => [character.codePointAt(0)?.toString(16), character]))(
  'U+%s is white space',
  async (_, character) => {
    expect(await keyOf('text_key', `${character}a${character}${character}b`)).toBe('a b');
  },
);

test.each([
  ['https://www.linkedin.com/in/Jane-Doe', 'linkedin.com/in/jane-doe'],
  ['http://linkedin.com/in/jane-doe/', 'linkedin.com/in/jane-doe'],
  ['linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['//www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://m.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://de.linkedin.com/in/jane-doe/en', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe?trk=x#about', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe/details/experience/', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/company/Acme/about/', 'linkedin.com/company/acme'],
  ['https://talent.linkedin.com/in/jane/x', 'talent.linkedin.com/in/jane'],
  ['https://www.linkedin.com/sales/lead/ABC,name/', 'linkedin.com/sales/lead/abc,name'],
  ['https://www.linkedin.com/pub/jane/1/2/3', 'linkedin.com/pub/jane/1/2/3'],
  ['https://notlinkedin.com/in/jane/x', 'notlinkedin.com/in/jane/x'],
  ['https://fb.com/in/jane/x', 'fb.com/in/jane/x'],
  ['https://www.linkedin.com/in/J%C3%A9r%C3%B4me', 'linkedin.com/in/jérôme'],
  ['https://www.linkedin.com/in/jérôme', 'linkedin.com/in/jérôme'],
  ['https://www.linkedin.com/in/j%C3%89r%C3%94me', 'linkedin.com/in/jérôme'],
  ['https://www.linkedin.com/in/je%CC%81r%c3%b4me', 'linkedin.com/in/jérôme'],
  ['https://www.linkedin.com/in/%E4%BD%90%E8%97%A4', 'linkedin.com/in/佐藤'],
  ['https://www.linkedin.com/in/%F0%9F%98%80', 'linkedin.com/in/😀'],
  ['https://www.linkedin.com/in/jane%2Ddoe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane%2Fdoe/x', 'linkedin.com/in/jane/doe'],
  ['https://www.linkedin.com/in/100%', 'linkedin.com/in/100%'],
  ['https://www.linkedin.com/in/a%zzb%4', 'linkedin.com/in/a%zzb%4'],
  ['https://www.linkedin.com/in/%C3%A9%FF', 'linkedin.com/in/é%ff'],
  ['https://www.linkedin.com/in/%C0%80', 'linkedin.com/in/%c0%80'],
  ['https://www.linkedin.com/in/%ED%A0%80', 'linkedin.com/in/%ed%a0%80'],
  ['https://www.linkedin.com/in/%F4%90%80%80', 'linkedin.com/in/%f4%90%80%80'],
  ['https://www.linkedin.com/in/%E2%82', 'linkedin.com/in/%e2%82'],
  ['https://www.linkedin.com/in/a%00b', 'linkedin.com/in/a%00b'],
  ['https://www.linkedin.com/', 'linkedin.com'],
  ['https://', null],
  ['  ', null],
  [null, null],
])('the LinkedIn address %j is %j', async (value, key) => {
  expect(await keyOf('linkedin_key', value)).toBe(key);
});

test.each([
  ['Acme.COM', 'acme.com'],
  ['https://www.acme.com:8080/about?x#y', 'acme.com'],
  ['acme.com/', 'acme.com'],
  ['www.acme.com', 'acme.com'],
  ['www.com', 'www.com'],
  ['shop.acme.com', 'shop.acme.com'],
  ['BÜCHER.de', 'bücher.de'],
  [' ', null],
  [null, null],
])('the domain %j is %j', async (value, key) => {
  expect(await keyOf('domain_key', value)).toBe(key);
});

test('percent escapes of any octets have a key, which does not depend on their case', async () => {
  await world.transaction(async ({ query }) => {
    const rows = await query(
      `select distinct private.linkedin_key('https://linkedin.com/in/' || upper(escape)) = private.linkedin_key('https://linkedin.com/in/' || escape) as same
       from generate_series(0, 255) one, generate_series(0, 255, 5) other,
         lateral (select '%' || lpad(to_hex(one), 2, '0') || '%' || lpad(to_hex(other), 2, '0') as escape) made`,
    );
    expect(rows).toEqual([{ same: true }]);
  });
});

test('texts too long for an index entry have different keys', async () => {
  await world.transaction(async ({ query, outcome }) => {
    const long = (last: string) =>
      Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join('') + last;
    const insert = 'insert into public.leads (customer_id, name, company) values ($1, $2, $2)';
    await query(insert, [world.id('acme'), long('a')]);
    await query(insert, [world.id('acme'), long('b')]);
    expect(await outcome(insert, [world.id('acme'), long('A')])).toBe(
      '23505 duplicate key value violates unique constraint "leads_name_key"',
    );
  });
});

const lead = (fields: string) =>
  `insert into public.leads (customer_id, name, company, email, linkedin_profile_url) values (${fields})`;
const company = (fields: string) =>
  `insert into public.companies (customer_id, name, domain, linkedin_url) values (${fields})`;

/** The constraint that rejects the second row after the first. */
test.each([
  [
    lead(`:acme, 'A', 'C', null, 'linkedin.com/in/a'`),
    lead(`:acme, 'B', 'D', 'b@x.yz', 'https://www.linkedin.com/in/A/'`),
    'leads_linkedin_key',
  ],
  [
    lead(`:acme, 'A', 'C', 'a@x.yz', null`),
    lead(`:acme, 'B', 'D', ' A@X.yz ', 'linkedin.com/in/b'`),
    'leads_email_key',
  ],
  [lead(`:acme, 'Élan', 'C', null, null`), lead(`:acme, ' éLAN', 'c', null, null`), 'leads_name_key'],
  [lead(`:acme, 'A', null, null, null`), lead(`:acme, 'a', ' ', '', ' '`), 'leads_name_key'],
  [lead(`:acme, 'A', 'C', null, null`), lead(`:acme, 'A', 'D', null, null`), null],
  [lead(`:acme, 'A', 'C', null, null`), lead(`:acme, 'A', 'C', 'a@x.yz', null`), null],
  [lead(`:acme, 'A B', 'C', null, null`), lead(`:acme, 'A', 'B C', null, null`), null],
  [
    lead(`:acme, 'A', 'C', 'a@x.yz', 'linkedin.com/in/a'`),
    lead(`:globex, 'A', 'C', 'a@x.yz', 'linkedin.com/in/a'`),
    null,
  ],
  [
    company(`:acme, 'A', 'a.example', null`),
    company(`:acme, 'B', 'https://www.A.example/', null`),
    'companies_domain_key',
  ],
  [
    company(`:acme, 'A', null, 'linkedin.com/company/a'`),
    company(`:acme, 'B', 'b.example', 'https://uk.linkedin.com/company/A/about'`),
    'companies_linkedin_key',
  ],
  [company(`:acme, 'A', null, null`), company(`:acme, ' a ', null, null`), 'companies_name_key'],
  [company(`:acme, 'A', 'a.example', null`), company(`:acme, 'A', 'b.example', null`), null],
  [company(`:acme, 'A', null, null`), company(`:globex, 'A', null, null`), null],
])('after %s comes %s', async (first, second, constraint) => {
  await world.transaction(async ({ query, outcome }) => {
    await query(world.withIds(first));
    expect(await outcome(world.withIds(second))).toBe(
      constraint ? `23505 duplicate key value violates unique constraint "${constraint}"` : 'none',
    );
  });
});
