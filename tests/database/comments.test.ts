import { describe, expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const write = (outcome: Transaction['outcome'], columns: string, values: string) =>
  outcome(world.withIds(`insert into public.comments (${columns}) values (${values}) returning 'written'`));

const targets = ['lead', 'company', 'campaign', 'step'];

describe('comments', () => {
  test.each(targets)(
    'a comment on a %s is written by members of its customer and administrators, under their name',
    async (target) => {
      const found: Record<string, string> = {};
      for (const caller of ['admin', 'member', 'neighbour', 'stranger', 'anonymous'] as const) {
        found[caller] = await world.transaction(async ({ actAs, outcome }) => {
          await actAs(caller);
          return outcome(
            world.withIds(
              `insert into public.comments (customer_id, ${target}_id, body) values (:acme, :acme ${target}, 'Yes') returning author_id`,
            ),
          );
        });
      }
      const policy = '42501 new row violates row-level security policy for table "comments"';
      expect(found).toEqual({
        admin: 'admin',
        member: 'member',
        neighbour: policy,
        stranger: policy,
        anonymous: '42501 permission denied for table comments',
      });
    },
  );

  test.each(targets)('a comment on a %s of another customer is rejected', (target) =>
    world.transaction(async ({ actAs, outcome }) => {
      for (const caller of ['member', 'admin'] as const) {
        await actAs(caller);
        expect(await write(outcome, `customer_id, ${target}_id, body`, `:acme, :globex ${target}, 'Yes'`)).toBe(
          `23503 insert or update on table "comments" violates foreign key constraint "comments_${target}_id_fkey"`,
        );
      }
    }),
  );

  test.each(targets)(
    'a comment of a user who may not comment on a %s waits for no lock, and shows nothing of it',
    async (target) => {
      const columns = `customer_id, ${target}_id, body`;
      const policy = '42501 new row violates row-level security policy for table "comments"';
      const owner = await world.connect();
      try {
        await owner.query('begin');
        const table = { lead: 'leads', company: 'companies', campaign: 'campaigns', step: 'campaign_steps' }[target];
        await owner.query(world.withIds(`select from public.${table} where id = :globex ${target} for update`));
        await world.transaction(async ({ actAs, query, outcome }) => {
          await query(
            world.withIds(
              `insert into public.comments (${columns}) select :acme, :acme ${target}, 'Yes' from generate_series(1, 999)`,
            ),
          );
          await query(`set local lock_timeout = '1s'`);
          for (const caller of ['member', 'stranger'] as const) {
            await actAs(caller);
            const outcomes = [
              await write(outcome, columns, `:globex, :globex ${target}, 'Yes'`),
              await write(outcome, columns, `:globex, gen_random_uuid(), 'Yes'`),
            ];
            expect([caller, ...outcomes]).toEqual([caller, policy, policy]);
          }
          for (const caller of ['neighbour', 'stranger'] as const) {
            await actAs(caller);
            expect([caller, await write(outcome, columns, `:acme, :acme ${target}, 'Yes'`)]).toEqual([caller, policy]);
          }
          await actAs('member');
          expect(await write(outcome, `${columns}, is_internal`, `:acme, :acme ${target}, 'Yes', true`)).toBe(policy);
          await actAs('neighbour');
          expect(await write(outcome, columns, `:globex, :globex ${target}, 'Yes'`)).toMatch(
            /^55P03 canceling statement due to lock timeout/,
          );
        });
      } finally {
        await owner.end();
      }
    },
  );

  test('a comment on a step that a version of another customer does not have has the same error', () =>
    world.transaction(async ({ actAs, outcome }) => {
      const columns = 'customer_id, campaign_id, version_id, version_step_id, body';
      const values = `:globex, :globex campaign, gen_random_uuid(), gen_random_uuid(), 'Yes'`;
      for (const caller of ['member', 'stranger'] as const) {
        await actAs(caller);
        expect(await write(outcome, columns, values)).toBe(
          '42501 new row violates row-level security policy for table "comments"',
        );
      }
      await actAs('neighbour');
      expect(await write(outcome, columns, values)).toBe('23503 There is no such step in this version');
    }));

  const [row, body] = ['comments_row_check', 'comments_body_check'].map(
    (name) => `23514 new row for relation "comments" violates check constraint "${name}"`,
  );
  test.each([
    ['customer_id, body', `:acme, 'Yes'`, row],
    ['customer_id, lead_id, company_id, body', `:acme, :acme lead, :acme company, 'Yes'`, row],
    ['customer_id, lead_id, body', `:acme, :acme lead, ' '`, body],
    ['customer_id, lead_id, body', `:acme, :acme lead, repeat('x', 2001)`, body],
    ['customer_id, lead_id, body', `:acme, :acme lead, repeat('x', 2000)`, 'written'],
  ])('a comment has one row and 1 to 2,000 characters: (%s) values (%s)', (columns, values, expected) =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('member');
      expect(await write(outcome, columns, values)).toBe(expected);
    }),
  );

  test('a row has at most 1,000 comments, without internal ones, which are counted apart', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      const add = (count: number, isInternal: boolean) =>
        query(
          world.withIds(
            `insert into public.comments (customer_id, lead_id, body, is_internal)
             select :acme, :acme lead, 'Yes', ${isInternal} from generate_series(1, ${count})`,
          ),
        );
      await add(998, false);
      await add(10, true);
      const columns = 'customer_id, lead_id, body';
      const full = '23514 There are already 1000 comments';
      await actAs('member');
      expect(await write(outcome, columns, `:acme, :acme lead, 'Yes'`)).toBe('written');
      expect(await write(outcome, columns, `:acme, :acme lead, 'Yes'`)).toBe(full);
      expect(await write(outcome, 'customer_id, company_id, body', `:acme, :acme company, 'Yes'`)).toBe('written');
      await actAs('admin');
      const internal = () => write(outcome, `${columns}, is_internal`, `:acme, :acme lead, 'Yes', true`);
      expect(await internal()).toBe('written');
      await actAs('owner');
      await add(988, true);
      await actAs('admin');
      expect(await internal()).toBe(full);
    }));

  test.each(targets)(
    'a row keeps at most 1,000 comments when 40 are added to a %s at the same time',
    async (target) => {
      const owner = await world.connect();
      const clients = await Promise.all(Array.from({ length: 40 }, () => world.connect()));
      try {
        const add = world.withIds(
          `insert into public.comments (customer_id, ${target}_id, body) select :acme, :acme ${target}, 'Yes' from generate_series(1, $1::int)`,
        );
        const count = async () => {
          const { rows } = await owner.query<{ count: number }>(
            world.withIds(
              `select count(*)::int from public.comments where ${target}_id = :acme ${target} and not is_internal`,
            ),
          );
          return rows[0]?.count ?? 0;
        };
        await owner.query(add, [990 - (await count())]);
        const results = await Promise.allSettled(clients.map((client) => client.query(add, [1])));
        const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
        expect(reasons).toEqual(Array(30).fill('error: There are already 1000 comments'));
        expect(await count()).toBe(1000);
      } finally {
        await owner.query(`delete from public.comments where body = 'Yes' and ${target}_id is not null`);
        await Promise.all([owner, ...clients].map((client) => client.end()));
      }
    },
  );

  test('an internal comment is visible to administrators only', async () => {
    expect(await world.outcomes('select id from public.comments')).toEqual({
      admin: 'acme comment acme internal comment globex comment globex internal comment',
      member: 'acme comment',
      neighbour: 'globex comment',
      stranger: 'none',
      anonymous: '42501 permission denied for table comments',
    });
  });

  test('a comment is neither visible nor written after a membership or session ended, or for an inactive customer', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      for (const change of [
        'update public.customers set is_active = false',
        'update public.customer_users set is_active = false',
        'delete from auth.sessions',
      ]) {
        await query('savepoint changed');
        await query(change);
        await actAs('member');
        expect([change, await outcome('select id from public.comments')]).toEqual([change, 'none']);
        expect(await write(outcome, 'customer_id, lead_id, body', `:acme, :acme lead, 'Yes'`)).toMatch(
          /^42501 new row/,
        );
        expect(await outcome(`update public.comments set deleted_at = now() returning id`)).toBe('none');
        expect(await outcome(world.withIds(`select public.mark_comments_read(array[:acme comment]::uuid[])`))).toBe(
          '0',
        );
        await actAs('owner');
        await query('rollback to savepoint changed');
      }
    }));

  test('a comment is deleted with its row', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('admin');
      await query('delete from public.leads');
      expect(await outcome('select id from public.comments')).toBe('none');
      expect(await outcome('select comment_id from public.comment_reads')).toBe('none');
    }));

  test('a comment is not in the activity', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      const [before] = await query('select count(*) from public.activity');
      await actAs('member');
      await write(outcome, 'customer_id, lead_id, body', `:acme, :acme lead, 'Yes'`);
      await query('update public.comments set deleted_at = now()');
      await actAs('owner');
      expect(await query('select count(*) from public.activity')).toEqual([before]);
    }));
});

describe('deletion of comments', () => {
  test('a deleted comment leaves a mark without the text, with the time of the database, and cannot be restored', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('member');
      await query(`update public.comments set deleted_at = '2000-01-01'`);
      await query('update public.comments set deleted_at = null');
      const read = `select body, deleted_at = now() as is_now, author_id from public.comments`;
      expect(await query(read)).toEqual([{ body: '', is_now: true, author_id: world.id('member') }]);
    }));

  test.each<[Caller, string]>([
    ['admin', 'acme internal comment'],
    ['colleague', 'globex internal comment'],
    ['member', 'acme comment'],
    ['neighbour', 'globex comment'],
  ])('a comment is deleted by its author: the %s deletes the %s only', (caller, expected) =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs(caller);
      expect(await outcome('update public.comments set deleted_at = now() returning id')).toBe(expected);
    }),
  );

  test('a former administrator cannot delete an internal comment', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await query(`update public.user_roles set role = 'customer' where user_id = $1`, [world.id('admin')]);
      await query('insert into public.customer_users (user_id, customer_id) values ($1, $2)', [
        world.id('admin'),
        world.id('acme'),
      ]);
      await actAs('admin');
      expect(await outcome('select id from public.comments')).toBe('acme comment');
      expect(await outcome('update public.comments set deleted_at = now() returning id')).toBe('none');
    }));
});

describe('unread comments', () => {
  const read = (name: string) => world.withIds(`select public.mark_comments_read(array[:${name}]::uuid[])`);

  test('unread comments are counted for the rows that the caller sees, without deleted and own ones', async () => {
    const [acme, globex] = [world.id('acme lead'), world.id('globex lead')];
    const lines = async (caller: Caller) =>
      world.transaction(async ({ actAs, query }) => {
        await query(`insert into public.comments (customer_id, lead_id, body, deleted_at) values ($1, $2, '', now())`, [
          world.id('acme'),
          acme,
        ]);
        await actAs(caller);
        return query(
          'select row_id, total::int, unread::int from public.comment_counts($1) order by row_id = $2 desc',
          [[acme, globex, world.id('acme step')], acme],
        );
      });
    expect(await lines('admin')).toEqual([
      { row_id: acme, total: 2, unread: 0 },
      { row_id: globex, total: 2, unread: 2 },
    ]);
    expect(await lines('colleague')).toEqual([
      { row_id: acme, total: 2, unread: 2 },
      { row_id: globex, total: 2, unread: 1 },
    ]);
    expect(await lines('member')).toEqual([{ row_id: acme, total: 1, unread: 0 }]);
    expect(await lines('stranger')).toEqual([]);
    expect((await world.outcomes('select public.comment_counts(array[]::uuid[])')).anonymous).toBe(
      '42501 permission denied for function comment_counts',
    );
  });

  test('unread comments are counted for an administrator as for members with as_member', async () => {
    const counts = 'select total::int from public.comment_counts($1, $2)';
    await world.transaction(async ({ actAs, query }) => {
      await actAs('colleague');
      expect(await query(counts, [[world.id('acme lead')], false])).toEqual([{ total: 2 }]);
      expect(await query(counts, [[world.id('acme lead')], true])).toEqual([{ total: 1 }]);
    });
  });

  test('unread comments are marked as read by each user for themselves, once', () =>
    world.transaction(async ({ actAs, outcome, query }) => {
      await actAs('colleague');
      expect(await outcome(read('acme comment'))).toBe('1');
      expect(await outcome(read('acme comment'))).toBe('0');
      expect(await outcome('select comment_id from public.comment_reads')).toBe('acme comment');
      const unread = 'select unread::int from public.comment_counts($1)';
      expect(await query(unread, [[world.id('acme lead')]])).toEqual([{ unread: 1 }]);
      await actAs('member');
      expect(await outcome('select comment_id from public.comment_reads')).toBe('none');
    }));

  test.each([
    ['own comments', 'acme comment'],
    ['internal comments', 'acme internal comment'],
    ['comments of another customer', 'globex comment'],
  ])('unread comments do not include %s for a member', (_, name) =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('member');
      expect(await outcome(read(name))).toBe('0');
    }),
  );

  test('unread comments are counted for at most 200 rows, and at most 1,000 comments are marked', () =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('member');
      const ids = Array.from({ length: 1001 }, () => world.id('acme lead'));
      expect(await outcome('select public.mark_comments_read($1)', [ids])).toBe(
        '22023 Too many ids: 1001, at most 1000',
      );
      expect(await outcome('select public.comment_counts($1)', [ids.slice(0, 201)])).toBe(
        '22023 Too many ids: 201, at most 200',
      );
    }));
});

test('undoing an import leaves the rows that have comments', () =>
  world.transaction(async ({ actAs, query }) => {
    await actAs('admin');
    const [answer] = await query<{ id: string }>(
      `select public.import_rows($1, 'a.csv', 'leads', 2, 'x', '["Name"]', '{"Name": "name"}',
         '[{"row": 2, "name": "Bea", "company": "Initech"}, {"row": 3, "name": "Cy", "company": "Umbrella"}]', '[]') ->> 'importId' as id`,
      [world.id('acme')],
    );
    const comment = (table: string, name: string) =>
      query(
        `insert into public.comments (customer_id, ${table === 'leads' ? 'lead' : 'company'}_id, body)
         select customer_id, id, 'Yes' from public.${table} where name = $1`,
        [name],
      );
    await comment('leads', 'Bea');
    await comment('companies', 'Umbrella');
    const [undone] = await query(
      'select removed_leads, remaining_leads, removed_companies, remaining_companies from public.undo_import($1)',
      [answer?.id],
    );
    expect(undone).toEqual({ removed_leads: 1, remaining_leads: 1, removed_companies: 0, remaining_companies: 2 });
  }));
