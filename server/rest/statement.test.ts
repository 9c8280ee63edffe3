import { describe, expect, test } from 'vitest';
import { statement } from '#tests/support/example-catalog.ts';

const shown = (select: string) => `select row_to_json(shown.*)::text as body from (${select}) shown`;

const counted =
  "octet_length(many::text) < 1024 or case when set_config('rest.embedded', (coalesce(nullif(current_setting('rest.embedded', true), '')::int, 0) + octet_length(many::text))::text, true)::int > 33554432 then repeat(' ', greatest(octet_length(many::text), 2147483647)) is null else true end";

describe('a read', () => {
  test.each([
    ['/leads', shown('select "r0".* from "public"."leads" "r0" limit $1'), ['1000']],
    [
      '/leads?select=title:name,id::int&limit=5&offset=10&order=name.desc.nullslast',
      shown(
        'select "r0"."name" as "title", ("r0"."id")::integer as "id" from "public"."leads" "r0" order by "r0"."name" desc nulls last limit $1 offset $2',
      ),
      ['5', '10'],
    ],
    [
      '/leads?select=id&customer_id=in.(a,"b,c")&name=not.ilike.*x*&tags=cs.{y}',
      shown(
        'select "r0"."id" as "id" from "public"."leads" "r0" where "r0"."customer_id" = any ($1) and not ("r0"."name" ilike $2) and "r0"."tags" @> $3 limit $4',
      ),
      ['{"a","b,c"}', '%x%', '{y}', '1000'],
    ],
    [
      '/customers?select=x:data->a->>0&data->>b=eq.1',
      shown(
        'select (("r0"."data" -> $1::text) ->> (0)) as "x" from "public"."customers" "r0" where ("r0"."data" ->> $2::text) = $3 limit $4',
      ),
      ['a', 'b', '1', '1000'],
    ],
    [
      '/leads?select=id,customers(name)',
      shown(
        'select "r0"."id" as "id", (select row_to_json(one.*) from (select "r1"."name" as "name" from "public"."customers" "r1" where "r1"."id" = "r0"."customer_id" limit $1) one) as "customers" from "public"."leads" "r0" limit $2',
      ),
      ['1', '1000'],
    ],
    [
      '/leads?select=id,customers!inner()&customers.name=eq.x',
      shown(
        'select "r0"."id" as "id" from "public"."leads" "r0" where exists (select from "public"."customers" "r1" where "r1"."id" = "r0"."customer_id" and "r1"."name" = $1) limit $2',
      ),
      ['x', '1000'],
    ],
    [
      '/customers?select=profiles(email)',
      shown(
        `select (select coalesce(json_agg(many.*) filter (where ${counted}), '[]') from (select "r1"."email" as "email" from "public"."members" "r2" cross join "public"."profiles" "r1" where "r0"."id" = "r2"."customer_id" and "r1"."id" = "r2"."profile_id" limit $1) many) as "profiles" from "public"."customers" "r0" limit $2`,
      ),
      ['1000', '1000'],
    ],
    [
      '/leads?select=id,...customers(name)&order=customers(name)',
      shown(
        'select "r0"."id" as "id", "r1".* from "public"."leads" "r0" left join lateral (select "r1"."name" as "name" from "public"."customers" "r1" where "r1"."id" = "r0"."customer_id" limit $1) "r1" on true order by (select "r1"."name" from "public"."customers" "r1" where "r1"."id" = "r0"."customer_id" limit 1) limit $2',
      ),
      ['1', '1000'],
    ],
  ])('a read of %s is one statement', async (target, text, values) => {
    expect(await statement('GET', target)).toEqual({ text, values });
  });

  test.each([
    ['application/json', `select '{}' as body`],
    ['text/csv', `select '' as body, '' as head`],
  ])('rows without a column are selected with one, for %s', async (accept, bodies) => {
    const { text } = await statement('GET', '/leads?select=customers()', { accept });
    expect(text).toBe(`${bodies} from (select null from "public"."leads" "r0" limit $1) shown`);
  });

  test('an exact total is counted in the same statement', async () => {
    const { text } = await statement('GET', '/leads?select=id&limit=1', { prefer: 'count=exact' });
    const rows = shown('select "r0"."id" as "id" from "public"."leads" "r0" limit $1');
    const total = 'select (select count(*) from "public"."leads" "r0") as total';
    expect(text).toBe(`select shown.*, counts.* from (${total}) counts left join (${rows}) shown on true`);
  });

  test('a name with quotes stays inside its quotes', async () => {
    const { text } = await statement('GET', `/leads?select="x""; drop table leads;--":name`).catch((error: Error) => ({
      text: error.message,
    }));
    expect(text).toContain('failed to parse select parameter');
    const aliased = await statement('GET', `/leads?select="x\\"; drop":name`);
    expect(aliased.text).toContain('"r0"."name" as "x""; drop"');
  });
});

describe('a write', () => {
  test.each([
    [
      'POST',
      '/customers',
      {},
      { name: 'x' },
      'with returned as (insert into "public"."customers" as "r0" ("name") select "body"."name" from json_to_recordset($1::json) as body("name" text) returning 1) select (select count(*) from returned) as affected',
      ['[{"name":"x"}]'],
    ],
    [
      'PATCH',
      '/leads?id=eq.1',
      {},
      { name: 'y' },
      'with returned as (update "public"."leads" as "r0" set "name" = "body"."name" from json_to_recordset($2::json) as body("name" text) where "r0"."id" = $1 returning 1) select (select count(*) from returned) as affected',
      ['1', '[{"name":"y"}]'],
    ],
    [
      'DELETE',
      '/leads?id=in.(1,2)&select=id',
      { prefer: 'return=representation' },
      undefined,
      `with returned as (delete from "public"."leads" as "r0" where "r0"."id" = any ($1) returning "r0"."id") select shown.*, counts.* from (select (select count(*) from returned) as affected) counts left join (${shown('select "r1"."id" as "id" from "returned" "r1"')}) shown on true`,
      ['{"1","2"}'],
    ],
  ])('%s %s is one statement', async (method, target, headers, body, text, values) => {
    expect(await statement(method, target, headers, body)).toEqual({ text, values });
  });

  test('an upsert sets all columns but its key', async () => {
    const prefer = 'resolution=merge-duplicates';
    const { text } = await statement('POST', '/customers', { prefer }, { id: 'a', name: 'x' });
    expect(text).toContain('on conflict ("id") do update set "name" = "excluded"."name" where ');
    expect(text).toContain('returning 1)');
    expect(text).toMatch(/\(select case when count\(\*\) >= 0 then .* end from returned\) as inserted$/);
  });

  test('missing keys get their defaults with missing=default', async () => {
    const prefer = 'missing=default';
    const { text, values } = await statement('POST', '/customers?columns=id,name', { prefer }, [{ name: 'x' }]);
    expect(text).toContain('jsonb_to_record(jsonb_build_object($1::text, gen_random_uuid()) || given.item)');
    expect(values).toEqual(['id', '[{"name":"x"}]']);
  });

  test('the columns of an embed’s join are returned but not selected', async () => {
    const prefer = 'return=representation';
    const { text } = await statement('PATCH', '/leads?select=name,customers(name)', { prefer }, { name: 'z' });
    expect(text).toContain('returning "r0"."name", "r0"."customer_id")');
  });
});

describe('a function call', () => {
  test.each([
    [
      'GET',
      '/rpc/add?a=1&b=2',
      undefined,
      `with returned as (select result.* from "public"."add"("a" => $1::integer, "b" => $2::integer) as result(pgrst_scalar)) select coalesce(to_json(shown.pgrst_scalar)::text, 'null') as body from (select "r0".* from "returned" "r0" limit $3) shown`,
      ['1', '2', '1000'],
    ],
    [
      'POST',
      '/rpc/list_leads?select=id&name=eq.y',
      { term: 'x' },
      `with returned as (select result.* from json_to_record($1::json) as body("term" text), lateral "public"."list_leads"("term" => body."term") as result) ${shown('select "r0"."id" as "id" from "returned" "r0" where "r0"."name" = $2 limit $3')}`,
      ['{"term":"x"}', 'y', '1000'],
    ],
    [
      'POST',
      '/rpc/forget',
      {},
      'with returned as (select from "public"."forget"() as result) select count(*) as page from returned',
      [],
    ],
    [
      'POST',
      '/rpc/echo',
      { any: 1 },
      `with returned as (select result.* from "public"."echo"($1::json) as result(pgrst_scalar)) select coalesce(to_json(shown.pgrst_scalar)::text, 'null') as body from (select "r0".* from "returned" "r0" limit $2) shown`,
      ['{"any":1}', '1000'],
    ],
  ])('the call %s %s is one statement', async (method, target, body, text, values) => {
    expect(await statement(method, target, {}, body)).toEqual({ text, values });
  });
});
