// A migration after the initial one has only statements that Citus accepts.
import { expect, test } from 'vitest';
import { productMigrations, splitStatements } from '#server/database/setup/migration-files.ts';

/** Tables of migrations that stay on the coordinator. */
const LOCAL_TABLES = ['private.deliveries'];

/** The statements that Citus rejects on a table that is distributed, which one that the migration creates is not yet. */
function rejectedBy(sql: string): string[] {
  const statements = splitStatements(sql.replaceAll(/^\s*--.*$/gm, '')).map((text) => text.trim().toLowerCase());
  const created = statements.flatMap((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []);
  return statements.filter((text) => {
    const table = /^(?:alter table (?:only )?|(?:create|alter) policy (?:"[^"]*"|\S+)\s+on )(\S+)/.exec(text)?.[1];
    if (table && (created.includes(table) || LOCAL_TABLES.includes(table))) return false;
    return (
      /^(create|alter) policy[^;]*\(\s*select\b/.test(text) ||
      /^drop index [^;]*,/.test(text) ||
      /^alter table[^;]* on (delete set (null|default)|update cascade)\b/.test(text) ||
      /^alter table[^;]* add (column )?(if not exists )?(?!constraint\b)[^,;]* (check|references|unique|primary key|constraint)\b/.test(
        text,
      ) ||
      (/^alter table[^;]* add (constraint|check|foreign key|unique)\b/.test(text) &&
        /,\s*(add|alter|drop)\b|(add|alter|drop)\b[^;]*,\s*add constraint\b/.test(text))
    );
  });
}

test.each([
  'create policy "A" on public.leads using ((select private.is_admin()))',
  'alter policy "A" on public.leads using (customer_id = any (array(select private.my_customer_ids())))',
  'drop index public.a_idx, public.b_idx',
  'alter table public.leads add constraint a foreign key (b, customer_id) references public.campaigns (id, customer_id) on delete set null (b)',
  'alter table public.leads add foreign key (b, customer_id) references public.campaigns (id, customer_id) on update cascade',
  'alter table public.leads add column a int check (a > 0)',
  'alter table public.leads add column a uuid references public.campaigns',
  'alter table public.leads add column a int, add constraint b check (a > 0)',
  'alter table public.leads add constraint a check (b > 0), add constraint b check (c > 0)',
])('Citus rejects %s', (sql) => {
  expect(rejectedBy(`-- A comment; here.\n${sql};\ncreate index on public.leads (a);`)).toHaveLength(1);
});

test.each([
  'create policy "A" on public.leads using (private.request_is_admin())',
  'drop policy "A" on public.leads; drop policy "B" on public.leads',
  'drop index public.a_idx; drop index public.b_idx',
  'drop function public.a(int, text), public.b()',
  'alter table public.leads add constraint a foreign key (b, customer_id) references public.campaigns (id, customer_id) on delete cascade',
  'alter table public.leads add column a int, add column b text not null default 1',
  "alter table public.leads add constraint a check (b in ('add', 'drop')) not valid",
  'create table public.a (id int check (id > 0)); create policy "A" on public.a using ((select private.is_admin()))',
])('Citus accepts %s', (sql) => {
  expect(rejectedBy(sql)).toEqual([]);
});

test('each migration after the initial one has only statements that Citus accepts', () => {
  const [, ...later] = productMigrations();
  expect(later.flatMap(({ file, sql }) => rejectedBy(sql).map((text) => `${file}: ${text}`))).toEqual([]);
});
