import { describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const leadId = () => world.id('acme lead');
const decide = (query: Transaction['query'], change: string, id = leadId()) =>
  query(`update public.leads set ${change} where id = $1`, [id]);

const reason = (name: string, subject = 'leads') =>
  `(select id from public.rejection_reasons where subject = '${subject}' and name = '${name}')`;

/** The lead's decision with the names of its reason and user. */
async function lead({ actAs, query }: Transaction, id = leadId()) {
  await actAs('owner');
  const rows = await query<Record<string, unknown>>(
    `select is_approved, reason.name as reason, rejection_note as note, decided_by, decided_at is not null as has_date
     from public.leads left join public.rejection_reasons reason on reason.id = rejection_reason_id where leads.id = $1`,
    [id],
  );
  return rows[0];
}

/** The stored decisions about the lead, without those of the test world. */
async function decisions({ actAs, query }: Transaction) {
  await actAs('owner');
  return query(
    `select is_approved, previous_is_approved as was_approved, now.name as reason, rejection_note as note, before.name as previous_reason,
       previous_rejection_note as previous_note, decided_by
     from public.decisions
     left join public.rejection_reasons now on now.id = rejection_reason_id
     left join public.rejection_reasons before on before.id = previous_rejection_reason_id
     where lead_id = $1 and decisions.id <> $2 order by decided_at`,
    [leadId(), world.id('acme decision')],
  );
}

/** Moves the stored decisions into the past, because all statements of a test have the same time. */
async function passTime({ actAs, query }: Transaction): Promise<void> {
  await actAs('owner');
  await query(`update public.decisions set decided_at = decided_at - interval '1 minute'`);
}

const none = { is_approved: null, reason: null, note: null, decided_by: null, has_date: false };

describe('changes of is_approved', () => {
  test('a decision sets who decided and when, and a reset clears both', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      for (const [caller, isApproved] of [
        ['member', true],
        ['admin', false],
      ] as const) {
        await actAs(caller);
        await decide(query, `is_approved = ${isApproved}`);
        const expected = { ...none, is_approved: isApproved, decided_by: world.id(caller), has_date: true };
        expect(await lead(transaction)).toEqual(expected);
      }
      await actAs('member');
      await decide(query, 'is_approved = null');
      expect(await lead(transaction)).toEqual(none);
    }));

  test('a change of is_approved ignores decided_at and decided_by of the caller', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await actAs('member');
      await decide(query, `decided_at = '2000-01-01', decided_by = '${world.id('neighbour')}'`);
      expect(await lead(transaction)).toEqual(none);
      await actAs('member');
      await decide(query, `is_approved = true, decided_at = '2000-01-01', decided_by = '${world.id('neighbour')}'`);
      const [row] = await query(`select decided_by, decided_at = now() as is_now from public.leads where id = $1`, [
        leadId(),
      ]);
      expect(row).toEqual({ decided_by: world.id('member'), is_now: true });
    }));

  test('a change of is_approved clears reason and note unless the row is rejected', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      for (const change of ['is_approved = true', 'is_approved = null']) {
        await actAs('member');
        await decide(query, `is_approved = false, rejection_reason_id = ${reason('Other')}, rejection_note = 'Moved'`);
        expect(await lead(transaction)).toMatchObject({ is_approved: false, reason: 'Other', note: 'Moved' });
        await actAs('member');
        await decide(query, change);
        expect(await lead(transaction)).toMatchObject({ reason: null, note: null });
      }
    }));

  test('the owner can store a decision with a past date', () =>
    world.transaction(async (transaction) => {
      const { query } = transaction;
      const past = `decided_at = '2026-01-02 03:04Z', decided_by = '${world.id('member')}'`;
      await decide(query, `is_approved = false, ${past}`);
      const dates = `select decided_at, decided_by from public.leads where id = $1
        union select decided_at, decided_by from public.decisions where lead_id = $1 and id <> $2`;
      expect(await query(dates, [leadId(), world.id('acme decision')])).toEqual([
        { decided_at: new Date('2026-01-02T03:04Z'), decided_by: world.id('member') },
      ]);
      await decide(query, 'is_approved = true');
      const [row] = await query('select decided_at = now() as is_now from public.leads where id = $1', [leadId()]);
      expect(row).toEqual({ is_now: true });
    }));

  test('an insert of a decided row sets who decided and when', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await actAs('admin');
      const [row] = await query<{ id: string }>(
        `insert into public.leads (customer_id, name, is_approved, rejection_note, decided_at, decided_by)
         values ($1, 'Bea', false, 'Moved', '2000-01-01', $2) returning id`,
        [world.id('acme'), world.id('neighbour')],
      );
      expect(await lead(transaction, row?.id)).toEqual({
        is_approved: false,
        reason: null,
        note: 'Moved',
        decided_by: world.id('admin'),
        has_date: true,
      });
      const stored = 'select is_approved, rejection_note, decided_by from public.decisions where lead_id = $1';
      expect(await query(stored, [row?.id])).toEqual([
        { is_approved: false, rejection_note: 'Moved', decided_by: world.id('admin') },
      ]);
      await actAs('admin');
      const [other] = await query<{ id: string }>(
        `insert into public.leads (customer_id, name, decided_at) values ($1, 'Cy', '2000-01-01') returning id`,
        [world.id('acme')],
      );
      expect(await lead(transaction, other?.id)).toEqual(none);
      expect(await query(stored, [other?.id])).toEqual([]);
    }));
});

describe('reasons', () => {
  test.each([
    ['an approved row', 'is_approved = true'],
    ['a row without a decision', 'is_approved = null'],
  ])('a reason is rejected for %s', (_, change) =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('member');
      await decide(query, change);
      for (const part of [`rejection_reason_id = ${reason('Other')}`, `rejection_note = 'Moved'`]) {
        expect(await outcome(`update public.leads set ${part} where id = $1`, [leadId()])).toBe(
          '23514 new row for relation "leads" violates check constraint "leads_rejection_check"',
        );
      }
    }),
  );

  test('a reason that is retired cannot be given by users, and rows that have it can be changed', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('member');
      await decide(query, `is_approved = false, rejection_reason_id = ${reason('Other')}`);
      await actAs('admin');
      await query(`update public.rejection_reasons set retired_at = now() where name in ('Other', 'Competitor')`);
      for (const caller of ['admin', 'member'] as const) {
        await actAs(caller);
        const change = `update public.leads set rejection_reason_id = ${reason('Competitor')} where id = $1 returning 'done'`;
        expect(await outcome(change, [leadId()])).toBe('23514 This reason is retired');
        expect(
          await outcome(
            `update public.leads set rejection_reason_id = ${reason('Other')}, rejection_note = 'Moved' where id = $1 returning 'done'`,
            [leadId()],
          ),
        ).toBe('done');
      }
    }));

  test('a reason cannot be given by users to a row of the other table, and rows that have one can be changed', () =>
    world.transaction(async ({ actAs, outcome }) => {
      const companyId = world.id('acme company');
      const reject = (table: string, of: string) =>
        outcome(
          `update public.${table} set is_approved = false, rejection_reason_id = ${reason('Other', of)} where id = $1 returning 'done'`,
          [table === 'leads' ? leadId() : companyId],
        );
      for (const caller of ['admin', 'member'] as const) {
        await actAs(caller);
        expect(await reject('leads', 'companies')).toBe('23514 This reason is for companies');
        expect(await reject('companies', 'leads')).toBe('23514 This reason is for leads');
        expect(await reject('leads', 'leads')).toBe('done');
        expect(await reject('companies', 'companies')).toBe('done');
      }
      await actAs('owner');
      expect(await reject('companies', 'leads')).toBe('done');
      await actAs('member');
      const note = `update public.companies set rejection_note = 'Moved' where id = $1 returning 'done'`;
      expect(await outcome(note, [companyId])).toBe('done');
    }));

  test.each([
    [
      `rejection_note = ' '`,
      '23514 new row for relation "leads" violates check constraint "leads_rejection_note_check"',
    ],
    [
      `rejection_note = repeat('x', 501)`,
      '23514 new row for relation "leads" violates check constraint "leads_rejection_note_check"',
    ],
    [`rejection_note = repeat('x', 500)`, 'done'],
    [
      'rejection_reason_id = gen_random_uuid()',
      '23503 insert or update on table "leads" violates foreign key constraint "leads_rejection_reason_id_fkey"',
    ],
  ])('a reason or note must be valid: %s', (change, expected) =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('member');
      expect(
        await outcome(`update public.leads set is_approved = false, ${change} where id = $1 returning 'done'`, [
          leadId(),
        ]),
      ).toBe(expected);
    }),
  );

  test('a reason has a name that is unique for its table ignoring case, one line and not blank', () =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('admin');
      const insert = 'insert into public.rejection_reasons (name, position) values ($1, 9) returning name';
      expect(await outcome(insert, ['wrong ROLE'])).toBe(
        '23505 duplicate key value violates unique constraint "rejection_reasons_name_key"',
      );
      expect(
        await outcome(
          `insert into public.rejection_reasons (subject, name, position) values ('companies', 'wrong ROLE', 9) returning name`,
        ),
      ).toBe('wrong ROLE');
      expect(await outcome(insert, [' No \n budget '])).toBe('No budget');
      expect(await outcome(insert, [' '])).toMatch(/^23514 .*"rejection_reasons_name_check"$/);
      expect(await outcome(insert, ['x'.repeat(101)])).toMatch(/^23514 .*"rejection_reasons_name_check"$/);
    }));

  test('a reason is one of eight for leads or of seven for companies at first', () =>
    world.transaction(async ({ query }) => {
      const names = await query<{ subject: string; names: string }>(
        `select subject, string_agg(name, ', ' order by position) as names from public.rejection_reasons group by subject order by subject`,
      );
      const both = 'Wrong industry, Too small, Too large, Wrong location, Already a customer, Competitor, Other';
      expect(names).toEqual([
        { subject: 'companies', names: both },
        { subject: 'leads', names: `Wrong role, ${both}` },
      ]);
    }));
});

describe('stored decisions', () => {
  test('every decision is stored with what it replaced', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await actAs('member');
      await decide(query, 'is_approved = false');
      await passTime(transaction);
      await actAs('member');
      await decide(query, `rejection_reason_id = ${reason('Too small')}, rejection_note = 'Four employees'`);
      await passTime(transaction);
      await actAs('admin');
      await decide(query, 'is_approved = true');
      const common = {
        reason: null,
        note: null,
        previous_reason: null,
        previous_note: null,
        decided_by: world.id('member'),
      };
      const rejection = { reason: 'Too small', note: 'Four employees' };
      const replaced = { previous_reason: 'Too small', previous_note: 'Four employees' };
      expect(await decisions(transaction)).toEqual([
        { ...common, is_approved: false, was_approved: null },
        { ...common, ...rejection, is_approved: false, was_approved: false },
        { ...common, ...replaced, is_approved: true, was_approved: false, decided_by: world.id('admin') },
      ]);
    }));

  test('a change of anything else is stored as no decision', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await actAs('admin');
      await decide(query, `notes = 'x', audience = 'Buyers', is_approved = is_approved`);
      expect(await decisions(transaction)).toEqual([]);
    }));

  test('decisions are stored for all rows of a statement and for companies', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('admin');
      await query(
        `insert into public.companies (customer_id, name) select $1, 'Company ' || n from generate_series(1, 500) n`,
        [world.id('acme')],
      );
      await query('update public.companies set is_approved = true');
      const counts = `select count(*)::int as amount, count(distinct company_id)::int as companies, count(lead_id)::int as leads, customer_id
        from public.decisions where company_id is not null group by customer_id order by amount`;
      expect(await query(counts)).toEqual([
        { amount: 1, companies: 1, leads: 0, customer_id: world.id('globex') },
        { amount: 501, companies: 501, leads: 0, customer_id: world.id('acme') },
      ]);
      await actAs('member');
      expect(await query(counts)).toMatchObject([{ amount: 501, customer_id: world.id('acme') }]);
      await actAs('admin');
      await query('delete from public.companies');
      expect(await query(counts)).toEqual([]);
    }));

  test('decisions follow a lead that the owner gives to another customer', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('owner');
      await decide(query, `customer_id = '${world.id('globex')}', is_approved = true`);
      await actAs('member');
      expect(await outcome('select lead_id from public.decisions')).toBe('none');
      await actAs('neighbour');
      expect(await outcome('select lead_id from public.decisions')).toBe('acme lead acme lead globex lead');
    }));

  test('decisions are not visible to members of inactive customers, deactivated members, and ended sessions', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      for (const change of [
        'update public.customers set is_active = false',
        'update public.customer_users set is_active = false',
        'delete from auth.sessions',
      ]) {
        await query('savepoint changed');
        await query(change);
        await actAs('member');
        expect([change, await outcome('select customer_id from public.decisions')]).toEqual([change, 'none']);
        expect([change, await outcome('select name from public.rejection_reasons')]).toEqual([change, 'none']);
        await actAs('owner');
        await query('rollback to savepoint changed');
      }
    }));
});

describe('the activity of decisions', () => {
  const changes = `select changed_columns, new_values from public.activity where subject = 'leads' order by created_at desc`;

  test('the activity names a changed reason and note, not their values, nor who decided', () =>
    world.transaction(async ({ actAs, query }) => {
      const before = (await query(changes)).length;
      await actAs('member');
      await decide(query, `is_approved = false, rejection_reason_id = ${reason('Other')}, rejection_note = 'A secret'`);
      await actAs('owner');
      const rows = await query(`${changes}, changed_columns`);
      expect(rows.length).toBe(before + 1);
      expect(rows).toContainEqual({
        changed_columns: ['is_approved', 'rejection_reason_id', 'rejection_note'],
        new_values: { is_approved: false },
      });
      expect(JSON.stringify(await query('select * from public.activity'))).not.toContain('A secret');
    }));

  test('the activity does not name a reason that an approval clears', () =>
    world.transaction(async ({ actAs, query }) => {
      await actAs('member');
      await decide(query, `is_approved = false, rejection_reason_id = ${reason('Other')}`);
      await decide(query, 'is_approved = true');
      await actAs('owner');
      expect(await query(changes)).toContainEqual({
        changed_columns: ['is_approved'],
        new_values: { is_approved: true },
      });
    }));
});

describe('undo of decisions', () => {
  const undo = 'select * from public.undo_lead_decisions($1)';

  test('undo restores is_approved, reason and note as they were before the caller’s decision', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await actAs('admin');
      await decide(query, `is_approved = false, rejection_reason_id = ${reason('Other')}, rejection_note = 'Moved'`);
      await passTime(transaction);
      await actAs('member');
      await decide(query, 'is_approved = true');
      expect(await outcome(undo, [[leadId()]])).toBe('acme lead');
      expect(await lead(transaction)).toMatchObject({
        is_approved: false,
        reason: 'Other',
        note: 'Moved',
        decided_by: world.id('member'),
      });
    }));

  test('undo also works after the caller gave a reason, and restores one that is retired', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await actAs('member');
      await decide(query, `is_approved = false, rejection_reason_id = ${reason('Other')}`);
      await passTime(transaction);
      await query(`update public.rejection_reasons set retired_at = now()`);
      await actAs('member');
      await decide(query, 'is_approved = true');
      expect(await outcome(undo, [[leadId()]])).toBe('acme lead');
      expect(await lead(transaction)).toMatchObject({ is_approved: false, reason: 'Other' });

      await query('update public.rejection_reasons set retired_at = null');
      await passTime(transaction);
      await actAs('member');
      await decide(query, 'is_approved = null');
      await passTime(transaction);
      await actAs('member');
      await decide(query, 'is_approved = false');
      await passTime(transaction);
      await actAs('member');
      await decide(query, `rejection_reason_id = ${reason('Competitor')}`);
      expect(await outcome(undo, [[leadId()]])).toBe('acme lead');
      expect(await lead(transaction)).toEqual(none);
    }));

  test('each further undo reverts one more decision, with its reason and note', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      const changes = [
        `is_approved = false, rejection_reason_id = ${reason('Other')}, rejection_note = 'Moved'`,
        'is_approved = true',
        'is_approved = false',
        `rejection_reason_id = ${reason('Too small')}`,
        'is_approved = null',
      ];
      for (const change of changes) {
        await passTime(transaction);
        await actAs('member');
        await decide(query, change);
      }
      await actAs('owner');
      await query('delete from public.decisions where id = $1', [world.id('acme decision')]);
      const undoOnce = async () => {
        await actAs('member');
        return outcome(undo, [[leadId()]]);
      };
      for (const restored of [
        { is_approved: false, reason: 'Too small', note: null },
        { is_approved: true, reason: null, note: null },
        { is_approved: false, reason: 'Other', note: 'Moved' },
        { is_approved: null, reason: null, note: null },
      ]) {
        expect(await undoOnce()).toBe('acme lead');
        expect(await lead(transaction)).toMatchObject(restored);
      }
      expect(await undoOnce()).toBe('none');
      expect(await query('select is_undone from public.decisions where lead_id = $1', [leadId()])).toEqual(
        Array.from({ length: 9 }, () => ({ is_undone: true })),
      );
    }));

  test('undo after a new decision reverts that one first, then those before the first undo', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await actAs('member');
      await decide(query, `is_approved = false, rejection_note = 'Moved'`);
      await passTime(transaction);
      await actAs('member');
      await decide(query, 'is_approved = true');
      expect(await outcome(undo, [[leadId()]])).toBe('acme lead');
      await passTime(transaction);
      await actAs('member');
      await decide(query, 'is_approved = null');
      for (const restored of [
        { is_approved: false, note: 'Moved' },
        { is_approved: null, note: null },
      ]) {
        await actAs('member');
        expect(await outcome(undo, [[leadId()]])).toBe('acme lead');
        expect(await lead(transaction)).toMatchObject(restored);
      }
    }));

  test('undo changes nothing on a row that another user has decided about and restored since', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await actAs('member');
      await decide(query, 'is_approved = true');
      await passTime(transaction);
      await actAs('admin');
      await decide(query, 'is_approved = false');
      expect(await outcome(undo, [[leadId()]])).toBe('acme lead');
      for (const caller of ['admin', 'member'] as const) {
        await actAs(caller);
        expect([caller, await outcome(undo, [[leadId()]])]).toEqual([caller, 'none']);
      }
      expect(await lead(transaction)).toMatchObject({ is_approved: true });
    }));

  test.each<[string, (transaction: Transaction) => Promise<unknown>]>([
    [
      'another user decided',
      async ({ actAs, query }) => {
        await actAs('admin');
        await decide(query, 'is_approved = true');
      },
    ],
    [
      'another user gave the reason',
      async ({ actAs, query }) => {
        await actAs('member');
        await decide(query, 'is_approved = false');
        await actAs('owner');
        await query(`update public.decisions set decided_at = decided_at - interval '1 minute'`);
        await actAs('admin');
        await decide(query, `rejection_reason_id = ${reason('Other')}`);
      },
    ],
    [
      'the service key gave the note',
      async ({ actAs, query }) => {
        await actAs('member');
        await decide(query, 'is_approved = false');
        await actAs('owner');
        await query(`update public.decisions set decided_at = decided_at - interval '1 minute'`);
        await actAs('service');
        await decide(query, `rejection_note = 'x'`);
      },
    ],
    [
      'the lead has changed since',
      async (transaction) => {
        await transaction.actAs('member');
        await decide(transaction.query, 'is_approved = true');
        await passTime(transaction);
        await transaction.actAs('admin');
        await decide(transaction.query, `notes = 'x'`);
      },
    ],
    ['there is no decision', async () => undefined],
  ])('undo changes nothing where %s', (_, prepare) =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await actAs('owner');
      await query('delete from public.decisions where id = $1', [world.id('acme decision')]);
      await prepare(transaction);
      const before = await lead(transaction);
      await actAs('member');
      expect(await outcome(undo, [[leadId()]])).toBe('none');
      expect(await lead(transaction)).toEqual(before);
    }),
  );

  test.each([
    ['of another customer', 'select', 'acme lead'],
    ['after the membership ended', 'update public.customer_users set is_active = false', 'none'],
    ['after the session ended', 'delete from auth.sessions', 'none'],
  ])('undo restores no row %s', (_, change, expected) =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await query('update public.leads set is_approved = true');
      await query('update public.decisions set decided_by = $1', [world.id('member')]);
      await query(change);
      await actAs('member');
      expect(await outcome(undo, [[leadId(), world.id('globex lead')]])).toBe(expected);
    }),
  );

  test('undo works alike for companies', () =>
    world.transaction(async ({ actAs, query, outcome }) => {
      await actAs('member');
      await query(`update public.companies set is_approved = false, rejection_note = 'x'`);
      const undone = `select * from public.undo_company_decisions(array[$1, $2]::uuid[])`;
      expect(await outcome(undone, [world.id('acme company'), world.id('globex company')])).toBe('acme company');
      expect(await query('select is_approved, rejection_note from public.companies')).toEqual([
        { is_approved: null, rejection_note: null },
      ]);
    }));

  test('undo accepts at most 1,000 ids', () =>
    world.transaction(async ({ actAs, outcome }) => {
      await actAs('member');
      const ids = Array.from({ length: 1001 }, () => leadId());
      expect(await outcome(undo, [ids])).toBe('22023 Too many ids: 1001, at most 1000');
      expect(await outcome(undo, [ids.slice(1)])).toBe('none');
    }));
});

describe('user_names', () => {
  const names = `select name from public.user_names($1, $2)`;
  const everyone = () => ['admin', 'colleague', 'member', 'neighbour', 'stranger'].map((name) => world.id(name));

  test('user_names names members to their colleagues, and administrators as the agency', async () => {
    expect(await world.outcomes(names, [world.id('acme'), everyone()])).toEqual({
      admin: 'The admin The colleague The member The neighbour The stranger',
      member: 'Agency Agency The member',
      neighbour: 'none',
      stranger: 'none',
      anonymous: '42501 permission denied for function user_names',
    });
  });

  test('user_names says who is an administrator, whatever the name of a member is', async () => {
    await world.transaction(async ({ actAs, query }) => {
      await query(`update public.profiles set full_name = 'Agency' where id = $1`, [world.id('member')]);
      for (const caller of ['admin', 'member'] as const) {
        await actAs(caller);
        const found = await query('select id, is_admin from public.user_names($1, $2)', [world.id('acme'), everyone()]);
        const admins = found.filter(({ is_admin }) => is_admin).map(({ id }) => id);
        expect(admins.sort()).toEqual([world.id('admin'), world.id('colleague')].sort());
        expect(found.filter(({ is_admin }) => is_admin === false)).toHaveLength(caller === 'admin' ? 3 : 1);
      }
    });
  });

  test('user_names names users to an administrator as to members with as_member', async () => {
    expect(
      await world.outcomes('select name from public.user_names($1, $2, true)', [world.id('acme'), everyone()]),
    ).toMatchObject({ admin: 'Agency Agency The member', member: 'Agency Agency The member', neighbour: 'none' });
  });

  test('user_names names deactivated members, and members without a name without their email', async () => {
    await world.transaction(async ({ actAs, query, outcome }) => {
      await query('insert into public.customer_users (user_id, customer_id, is_active) values ($1, $2, false)', [
        world.id('stranger'),
        world.id('acme'),
      ]);
      await query('update public.profiles set full_name = null where id = $1', [world.id('stranger')]);
      await actAs('member');
      expect(await outcome(names, [world.id('acme'), [world.id('stranger')]])).toBe('Member');
      expect(await outcome(names, [null, [world.id('member')]])).toBe('none');
      await actAs('admin');
      expect(await outcome(names, [world.id('acme'), [world.id('stranger')]])).toBe('stranger@example.test');
      expect(await outcome(names, [world.id('acme'), Array(1001).fill(world.id('member'))])).toBe(
        '22023 Too many ids: 1001, at most 1000',
      );
    });
  });
});

test('decisions about a row are limited: the oldest of more than 1,000 are removed in time', () =>
  world.transaction(async ({ query }) => {
    const ids = [world.id('acme'), leadId()];
    await query(`delete from public.decisions where lead_id = $1`, [leadId()]);
    await query(
      `insert into public.decisions (customer_id, lead_id, decided_at)
       select $1, $2, now() - number * interval '1 minute' from generate_series(1, 1500) number`,
      ids,
    );
    const count = async () => {
      const [row] = await query<{ count: number }>(
        `select count(*)::int as count from public.decisions where lead_id = $1`,
        [leadId()],
      );
      return row?.count ?? 0;
    };
    const other = await query('select from public.decisions where customer_id = $1', [world.id('globex')]);
    let decided = 0;
    // One statement in fifty removes them, so that 1,000 leave them with a probability of 0.98 to the power of 1,000.
    for (; decided < 1000 && (await count()) > 1000; decided += 1) {
      await decide(query, `is_approved = ${decided % 2 === 0}`);
    }
    expect(await count()).toBe(1000);
    const [oldest] = await query(
      `select min(decided_at) >= now() - interval '1000 minutes' as is_recent from public.decisions where lead_id = $1`,
      [leadId()],
    );
    expect(oldest).toEqual({ is_recent: true });
    expect(await query('select from public.decisions where customer_id = $1', [world.id('globex')])).toEqual(other);
  }));

test.each([
  ['a decision', false],
  ['a reset', null],
])('%s of a transaction that began first and waited for another one is the last one', async (_, isApproved) => {
  const [first, second] = [await world.connect(), await world.connect()];
  try {
    const { rows } = await first.query<{ id: string }>(
      `insert into public.leads (customer_id, name) values ($1, 'Contested') returning id`,
      [world.id('acme')],
    );
    const decideIn = (connection: typeof first, decision: boolean | null) =>
      connection.query('update public.leads set is_approved = $1 where id = $2', [decision, rows[0]?.id]);
    await first.query('begin; select now()');
    await decideIn(second, true);
    await decideIn(first, isApproved);
    await first.query('commit');
    const stored = await first.query(
      `select last.is_approved, lead.updated_at = last.decided_at and coalesce(lead.decided_at, last.decided_at) = last.decided_at as can_be_undone
       from public.leads lead
       join lateral (select * from public.decisions where lead_id = lead.id order by decided_at desc limit 1) last on true
       where lead.id = $1`,
      [rows[0]?.id],
    );
    expect(stored.rows).toEqual([{ is_approved: isApproved, can_be_undone: true }]);
    await first.query('delete from public.leads where id = $1', [rows[0]?.id]);
  } finally {
    await first.end();
    await second.end();
  }
});
