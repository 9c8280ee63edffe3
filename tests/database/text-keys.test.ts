import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanEmail } from '#domain/email.ts';
import { DECORATED_EMAILS } from '#tests/support/decorated-emails.ts';
import { PLACEHOLDER_EMAILS, REAL_EMAILS } from '#tests/support/placeholder-emails.ts';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

type Rule = 'text_key' | 'linkedin_key' | 'domain_key' | 'clean_email' | 'stored_email' | 'email_key';

async function readKey(kind: Rule, value: string | null): Promise<string | null> {
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
  expect(await readKey('text_key', value)).toBe(key);
});

test.each([...whiteSpace].map((character) => [character.codePointAt(0)?.toString(16), character]))(
  'U+%s is white space',
  async (_, character) => {
    expect(await readKey('text_key', `${character}a${character}${character}b`)).toBe('a b');
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
  ['http://www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['HTTPS://LINKEDIN.COM/IN/JANE-DOE', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com:443/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com./in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com//in//jane-doe//', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe/overlay/contact-info/', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe\u200b', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe,', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe&trk=x', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe%3Ftrk%3Dx', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/comm/in/jane-doe?midToken=abc', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/mwlite/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/mwlite/profile/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://de.linkedin.com/comm/in/jane-doe/', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.cn/incareer/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/sales/lead/ACwAAB000001,NAME_SEARCH,aaaa', 'linkedin.com/in/acwaab000001'],
  ['https://www.linkedin.com/sales/lead/ACwAAB000001,NAME_SEARCH,aaaa?_ntb=x', 'linkedin.com/in/acwaab000001'],
  ['https://www.linkedin.com/sales/lead/ACwAAB000001', 'linkedin.com/in/acwaab000001'],
  ['https://www.linkedin.com/sales/lead/ACwAAB000001%2CNAME_SEARCH%2Cbbbb', 'linkedin.com/in/acwaab000001'],
  ['https://www.linkedin.com/sales/people/ACwAAB000001,OUT_OF_NETWORK,cccc', 'linkedin.com/in/acwaab000001'],
  ['https://www.linkedin.com/in/ACwAAB000001', 'linkedin.com/in/acwaab000001'],
  ['https://www.linkedin.com/in/ACoAAB000001/', 'linkedin.com/in/acoaab000001'],
  ['https://www.linkedin.com/in/urn:li:fsd_profile:ACoAAB000001', 'linkedin.com/in/acoaab000001'],
  [
    'https://www.linkedin.com/sales/lead/urn%3Ali%3Afs_salesProfile%3A(ACwAAB000001,NAME_SEARCH,x)',
    'linkedin.com/in/acwaab000001',
  ],
  ['https://www.linkedin.com/profile/view?id=10000001', 'linkedin.com/profile/view?id=10000001'],
  ['https://www.linkedin.com/profile/view?trk=x&id=10000001&authType=name#y', 'linkedin.com/profile/view?id=10000001'],
  ['http://linkedin.com/profile/view?x=1&amp;id=10000001', 'linkedin.com/profile/view?id=10000001'],
  ['https://www.linkedin.com/profile/view?id=ACoAAB000001', 'linkedin.com/in/acoaab000001'],
  ['https://www.linkedin.com/sales/profile/10000001,abc,NAME_SEARCH', 'linkedin.com/profile/view?id=10000001'],
  ['https://www.linkedin.com/recruiter/profile/10000001,abc,CAP', 'linkedin.com/recruiter/profile/10000001'],
  ['https://www.linkedin.com/talent/profile/AEMAAB000001?project=1', 'linkedin.com/talent/profile/aemaab000001'],
  ['https://www.linkedin.com/sales/company/12345', 'linkedin.com/company/12345'],
  ['https://www.linkedin.com/company/12345/', 'linkedin.com/company/12345'],
  ['https://www.linkedin.com/company-beta/12345/', 'linkedin.com/company/12345'],
  ['https://www.linkedin.com/company?id=12345', 'linkedin.com/company/12345'],
  ['https://www.linkedin.com/organization-guest/company/acme?trk=x', 'linkedin.com/company/acme'],
  ['https://www.linkedin.com/school/acme/people/', 'linkedin.com/school/acme'],
  ['https://www.linkedin.com/showcase/acme/about', 'linkedin.com/showcase/acme'],
  ['https://www.linkedin.com/posts/jane-doe_title-1', 'linkedin.com/posts/jane-doe_title-1'],
  ['https://www.linkedin.com/in/unavailable-person', 'linkedin.com/in/unavailable-person'],
  ['https://www.linkedin.com/in/nullmeyer', 'linkedin.com/in/nullmeyer'],
  ['https://www.linkedin.com/in/123', 'linkedin.com/in/123'],
  ['https://https://www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/https://www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/https%3A%2F%2Fwww.linkedin.com%2Fin%2Fjane-doe', 'linkedin.com/in/jane-doe'],
  ['<https://www.linkedin.com/in/jane-doe>', 'linkedin.com/in/jane-doe'],
  ['[Jane](https://www.linkedin.com/in/jane-doe)', 'linkedin.com/in/jane-doe'],
  ['LinkedIn: https://www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://x.com/jane | https://www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe https://www.linkedin.com/in/joe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe; https://www.linkedin.com/in/joe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane%20doe', 'linkedin.com/in/jane doe'],
  ['https://www.linkedin.com/in/@jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe%2F', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/jane-doe%E2%80%AC', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/j%25C3%25A9r%25C3%25B4me', 'linkedin.com/in/jérôme'],
  ['https://touch.www.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.de.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['wwww.linkedin.com/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/m/in/jane-doe', 'linkedin.com/in/jane-doe'],
  ['https://www.linkedin.com/in/urn:li:member:10000001', 'linkedin.com/profile/view?id=10000001'],
  [
    'https://www.linkedin.com/talent/hire/12/discover/recruiterSearch/profile/AEMAAB000001?start=0',
    'linkedin.com/talent/profile/aemaab000001',
  ],
  ['https://www.linkedin.com/pub/jane/1/2/3/de', 'linkedin.com/pub/jane/1/2/3'],
  ['https://www.xing.com/profile/Jane_Doe?x=1', 'xing.com/profile/jane_doe'],
  ['https://www.my.co.uk/jane', 'my.co.uk/jane'],
  ['https://www.facebook.com/profile.php?id=100', 'facebook.com/profile.php?id=100'],
  ['https://www.facebook.com/profile.php?id=200', 'facebook.com/profile.php?id=200'],
  ['https://', null],
  ['  ', null],
  [null, null],
])('the key of the LinkedIn address %j is %j', async (value, key) => {
  expect(await readKey('linkedin_key', value)).toBe(key);
});

test.each([
  'linkedin.com',
  'https://www.linkedin.com/',
  'https://de.linkedin.com',
  'https://www.linkedin.com?trk=x',
  'https://www.linkedin.com/in/',
  'https://www.linkedin.com/in',
  'https://www.linkedin.com/in/?trk=x',
  'https://www.linkedin.com/in/https://',
  'https://www.linkedin.com/in/LinkedIn%20Member',
  'https://www.linkedin.com/in/false',
  'https://www.linkedin.com/404/',
  'https://www.linkedin.com/help/linkedin/answer/1',
  'https://www.linkedin.com/groups/1',
  'https://www.bing.com/ck/a?u=x',
  'https://www.linkedin.com/in/unavailable/',
  'https://www.linkedin.com/in/UNAVAILABLE',
  'https://www.linkedin.com/in/null',
  'https://www.linkedin.com/in/undefined',
  'https://www.linkedin.com/in/none/',
  'https://www.linkedin.com/in/nan',
  'https://www.linkedin.com/in/N/A',
  'https://www.linkedin.com/in/N%2FA',
  'https://www.linkedin.com/in/unknown',
  'https://www.linkedin.com/in/-',
  'https://www.linkedin.com/in/me/',
  'https://www.linkedin.com/in/{{slug}}',
  'https://www.linkedin.com/comm/in/',
  'https://www.linkedin.com/mwlite/in/null',
  'https://www.linkedin.com/mwlite',
  'https://www.linkedin.com/profile/view',
  'https://www.linkedin.com/profile/view?trk=x',
  'https://www.linkedin.com/profile/view?id=',
  'https://www.linkedin.com/profile/view?id=null',
  'https://www.linkedin.com/profile/view?id=0',
  'https://www.linkedin.com/pub',
  'https://www.linkedin.com/pub/dir/Jane/Doe',
  'https://www.linkedin.com/company/',
  'https://www.linkedin.com/company',
  'https://www.linkedin.com/company/null',
  'https://www.linkedin.com/school/',
  'https://www.linkedin.com/sales/lead/',
  'https://www.linkedin.com/sales/search/people?query=x',
  'https://www.linkedin.com/sales/home',
  'https://www.linkedin.com/search/results/people/headless?geoUrn=1&keywords=jane',
  'https://www.linkedin.com/search/results/people/?keywords=jane',
  'https://www.linkedin.com/login',
  'https://www.linkedin.com/uas/login?session_redirect=%2Fin%2Fjane',
  'https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fjane',
  'https://www.linkedin.com/checkpoint/lg/login-submit',
  'https://www.linkedin.com/feed/',
  'https://www.linkedin.com/redir/redirect?url=x',
  'https://www.google.com/url?q=https://www.linkedin.com/in/jane',
  'https://www.google.de/search?q=jane',
  'https://l.facebook.com/l.php?u=x',
  'https://acme.example',
])('the LinkedIn address %s names nobody', async (value) => {
  expect(await readKey('linkedin_key', value)).toBeNull();
});

test('a key of a LinkedIn address is its own key', async () => {
  await world.transaction(async ({ query }) => {
    const rows = await query(
      `select count(*)::int, count(*) filter (where private.linkedin_key(key) = key)::int as same
       from (select distinct private.linkedin_key(url) as key from unnest($1::text[]) url) keyed where key is not null`,
      [
        [
          'linkedin.com/in/jane',
          'linkedin.com/profile/view?id=1',
          'linkedin.com/sales/lead/ACwAA1,x',
          'linkedin.com/recruiter/profile/1,x',
          'linkedin.com/pub/jane/1/2/3',
          'linkedin.com/company?id=1',
          'facebook.com/profile.php?id=1',
        ],
      ],
    );
    expect(rows).toEqual([{ count: 7, same: 7 }]);
  });
});

test.each(DECORATED_EMAILS)('the email %j is cleaned to %j in the database', async (text, address) => {
  expect(await readKey('clean_email', text)).toBe(address);
});

test('emails are cleaned in the database as in the app', async () => {
  const address = fc.constantFrom(
    'ada@x.example',
    'bob@y.example',
    'a/b@z.example',
    'ada%40x.example',
    'ada@bücher.example',
  );
  const around = fc.constantFrom(
    ...' ,;<>"\'()[]:/?|@.-#{}&“„•＠\n\u200b\u00a0',
    '%20',
    'mailto:',
    'Email: ',
    'Ada',
    'Ada <',
    ' (work)',
  );
  const texts = fc.sample(
    fc.array(fc.oneof(address, around), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
    { numRuns: 20_000, seed: 1 },
  );
  await world.transaction(async ({ query }) => {
    const rows = await query<{ text: string; cleaned: string }>(
      'select text, private.clean_email(text) as cleaned from unnest($1::text[]) text',
      [texts],
    );
    expect(rows.filter(({ text, cleaned }) => cleanEmail(text) !== cleaned)).toEqual([]);
    expect(rows.filter(({ text, cleaned }) => text !== cleaned).length).toBeGreaterThan(1000);
  });
});

test.each(PLACEHOLDER_EMAILS)('the email %s is empty in the database', async (email) => {
  expect(await readKey('stored_email', email)).toBeNull();
  expect(await readKey('email_key', `<${email}>`)).toBeNull();
});

test.each(REAL_EMAILS)('the email %s has a key', async (email) => {
  expect(await readKey('stored_email', email)).toBe(email);
  expect(await readKey('email_key', `mailto:${email.toUpperCase()}`)).toBe(email);
});

test.each([
  ['Acme.COM', 'acme.com'],
  ['https://acme.example.', 'acme.example'],
  ['https://acme.example.:443/', 'acme.example'],
  ['https://www.acme.com:8080/about?x#y', 'acme.com'],
  ['acme.com/', 'acme.com'],
  ['www.acme.com', 'acme.com'],
  ['www.com', 'www.com'],
  ['shop.acme.com', 'shop.acme.com'],
  ['BÜCHER.de', 'bücher.de'],
  [' ', null],
  [null, null],
])('the domain %j is %j', async (value, key) => {
  expect(await readKey('domain_key', value)).toBe(key);
});

test('percent escapes of any octets have a key, which does not depend on their case', async () => {
  await world.transaction(async ({ query }) => {
    const rows = await query(
      `select distinct private.linkedin_key('https://linkedin.com/in/x' || upper(escape)) = private.linkedin_key('https://linkedin.com/in/x' || escape) as same
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
])('a second row is stored or rejected as a duplicate: %s, then %s', async (first, second, constraint) => {
  await world.transaction(async ({ query, outcome }) => {
    await query(world.withIds(first));
    expect(await outcome(world.withIds(second))).toBe(
      constraint ? `23505 duplicate key value violates unique constraint "${constraint}"` : 'none',
    );
  });
});

test.each(['admin', 'service', 'owner'] as const)(
  'an email that the %s writes is stored as its address, so that a list catches it',
  async (who) => {
    await world.transaction(async ({ actAs, query }) => {
      await query(
        world.withIds(
          `insert into public.do_not_contact (customer_id, kind, value, source) values (:acme, 'email', 'ada@x.test', 'form')`,
        ),
      );
      await actAs(who);
      const [added] = await query<{ id: string; email: string }>(
        world.withIds(
          `insert into public.leads (customer_id, name, email) values (:acme, 'Ada', 'Ada <ada@x.test>') returning id, email`,
        ),
      );
      expect(added?.email).toBe('ada@x.test');
      expect(
        await query(`update public.leads set email = 'mailto:ada@x.test;' where id = $1 returning email`, [added?.id]),
      ).toEqual([{ email: 'ada@x.test' }]);
      await actAs('owner');
      expect(
        await query(world.withIds('select value from private.do_not_contact_matches(:acme, array[$1::uuid])'), [
          added?.id,
        ]),
      ).toEqual([{ value: 'ada@x.test' }]);
    });
  },
);

test.each(['admin', 'service'] as const)('a request by the %s makes no row a duplicate', async (who) => {
  await world.transaction(async ({ actAs, query }) => {
    await actAs(who);
    const marks = await query(
      world.withIds(
        `insert into public.leads (customer_id, name, email, duplicate_of, duplicate_keys)
         values (:acme, 'Ada', 'ada@x.test', :acme lead, '{email_key}') returning duplicate_of, duplicate_keys`,
      ),
    );
    expect(marks).toEqual([{ duplicate_of: null, duplicate_keys: null }]);
    expect(
      await query(
        world.withIds(
          `update public.leads set duplicate_of = :acme lead, duplicate_keys = '{email_key}' where name = 'Ada' returning duplicate_of, duplicate_keys`,
        ),
      ),
    ).toEqual(marks);
  });
});

test('a key without an address is not computed', () =>
  world.transaction(async ({ query }) => {
    expect(
      await query(
        `select proname from pg_proc where proname = any ('{linkedin_key,decode_percent}') and proisstrict order by 1`,
      ),
    ).toEqual([{ proname: 'decode_percent' }, { proname: 'linkedin_key' }]);
  }));
