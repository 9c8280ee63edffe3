import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const request = 'select public.request_review(:acme, :acme campaign)';
const launch = `update public.campaigns set status = 'active' where id = :acme campaign returning status`;
const needSignOff = 'update public.customers set needs_sign_off = true where id = :acme';
const edit = (text: string) =>
  `update public.campaign_steps set message_content = '${text}' where campaign_id = :acme campaign`;
/** The newest version of Acme's campaign. */
const newest = '(select id from public.campaign_versions where customer_id = :acme order by number desc limit 1)';
const decide = (decision: string, note = 'null') =>
  `select public.decide_version(:acme, ${newest}, '${decision}', ${note})`;
const stepOfNewest = `(select (steps -> 0 ->> 'id')::uuid from public.campaign_versions where id = ${newest})`;
const suggest = (text: string, subject = 'null') =>
  `select public.suggest_wording(:acme, ${newest}, ${stepOfNewest}, '${text}', ${subject})`;
const decideSuggestion = (accepted: boolean) =>
  `select public.decide_suggestion(:acme, (select id from public.step_suggestions where version_id = ${newest}), ${accepted})`;

const rejected = '42501 There is no such campaign';
const unsigned = '23514 This copy needs sign-off: its steps are not those of an approved version';

type Acting = { run: (caller: Caller | 'owner', statement: string) => Promise<string> } & Transaction;

/** Statements with `:acme` and the like, by a caller each, without the version of the test world. */
const acting = <T>(work: (acting: Acting) => Promise<T>) =>
  world.transaction(async (transaction) => {
    const run = async (caller: Caller | 'owner', statement: string) => {
      await transaction.actAs(caller);
      return transaction.outcome(world.withIds(statement));
    };
    await run('owner', 'delete from public.campaign_versions');
    return work({ ...transaction, run });
  });

/** Each with the same outcome, except those of the caller's role. */
const byCaller = (admin: string, member: string, name: string) => ({
  admin,
  member,
  neighbour: rejected,
  stranger: rejected,
  anonymous: `42501 permission denied for function ${name}`,
});

const versions = `select concat_ws(' ', number, reason, status, launched_at is not null) as line from public.campaign_versions
  where customer_id = :acme order by number`;

describe('versions', () => {
  test('a version is stored by a request for review, of administrators and members', async () => {
    expect(await world.outcomes(request)).toEqual(byCaller('2', '2', 'request_review'));
    const found = await acting(async ({ run, query }) => {
      await run('member', edit('Hello'));
      expect(await run('member', request)).toBe('1');
      return query(
        world.withIds(
          `select steps - '{}'::text[] #- '{0,id}' as steps, created_by, requested_by, reason, status from public.campaign_versions where customer_id = :acme`,
        ),
      );
    });
    expect(found).toEqual([
      {
        steps: [
          {
            step_id: world.id('acme step'),
            step_type: 'email',
            delay_days: 0,
            subject: null,
            message_content: 'Hello',
          },
        ],
        created_by: world.id('member'),
        requested_by: world.id('member'),
        reason: 'review',
        status: 'in_review',
      },
    ]);
  });

  test('a version is stored by a launch, also by the service key, and not by other changes of the status', () =>
    acting(async ({ run }) => {
      expect(await run('service', launch)).toBe('active');
      expect(await run('owner', versions)).toBe('1 launch t');
      await run('member', edit('Hello'));
      for (const status of ['paused', 'active', 'completed', 'active']) {
        const change = `update public.campaigns set status = '${status}' where id = :acme campaign returning status`;
        expect(await run('member', change)).toBe(status);
      }
      expect(await run('owner', versions)).toBe('1 launch t');
    }));

  test('a version is not stored again if the newest one has the same steps, unless changes were requested', () =>
    acting(async ({ run }) => {
      expect(await run('member', request)).toBe('1');
      expect(await run('member', request)).toBe('1');
      expect(await run('member', launch)).toBe('active');
      expect(await run('owner', versions)).toBe('1 review in_review t');
      expect(await run('member', decide('changes_requested'))).toBe('none');
      expect(await run('member', request)).toBe('2');
      expect(await run('member', decide('approved'))).toBe('none');
      expect(await run('member', request)).toBe('2');
      await run('member', edit('Hello'));
      expect(await run('member', request)).toBe('3');
      expect(await run('owner', versions)).toBe(
        '1 review changes_requested t 2 review approved f 3 review in_review f',
      );
    }));

  test('a version has at least one step, and a campaign at most 1,000 versions of 50 MB', () =>
    acting(async ({ run }) => {
      await run('owner', 'delete from public.campaign_steps');
      expect(await run('member', request)).toBe('23514 There are no steps to review');
      await run(
        'owner',
        `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values (:acme, :acme campaign, 1, 'email')`,
      );
      await run('member', request);
      await run('owner', 'update public.campaign_versions set number = 1000 where customer_id = :acme');
      await run('owner', edit('Hello'));
      expect(await run('member', request)).toBe('23514 There are already 1000 versions');
      await run('owner', 'update public.campaign_versions set number = 10 where customer_id = :acme');
      await run(
        'owner',
        `insert into public.campaign_versions (customer_id, campaign_id, number, steps, content_hash, reason)
         select customer_id, campaign_id, number + n, jsonb_build_array(repeat('x', 3900000)), content_hash, reason
         from public.campaign_versions, generate_series(1, 13) n where customer_id = :acme and number = 10`,
      );
      expect(await run('member', request)).toBe('23514 The versions of this campaign take more than 50000000 bytes');
    }));

  test('a version is deleted with its campaign, as are its suggestions and comments', () =>
    world.transaction(async ({ query }) => {
      await query(
        world.withIds(
          `insert into public.comments (customer_id, campaign_id, version_id, version_step_id, body)
           values (:acme, :acme campaign, :acme version, :acme version step, 'Yes')`,
        ),
      );
      await query(world.withIds('delete from public.campaigns where id = :acme campaign'));
      const [left] = await query(
        `select (select count(*)::int from public.campaign_versions) as versions, (select count(*)::int from public.step_suggestions) as suggestions,
           (select count(*)::int from public.comments where version_id is not null) as comments`,
      );
      expect(left).toEqual({ versions: 1, suggestions: 1, comments: 0 });
    }));
});

test('comments and open suggestions of versions are counted for the steps, internal comments for administrators only', () =>
  acting(async ({ run }) => {
    const feedback = (asMember = false) =>
      `select concat_ws(' ', step_id = :acme step, number, comments, suggestions) as line
       from public.step_feedback(:acme, :acme campaign, ${asMember})`;
    const comment = (isInternal: boolean) =>
      `insert into public.comments (customer_id, campaign_id, version_id, version_step_id, body, is_internal)
       values (:acme, :acme campaign, ${newest}, ${stepOfNewest}, 'Shorter', ${isInternal})`;
    await run('member', request);
    expect(await run('member', feedback())).toBe('none');
    await run('member', comment(false));
    await run('member', suggest('Hello you'));
    await run('member', suggest('Hello there'));
    await run('member', edit('Hello'));
    await run('member', request);
    await run('admin', comment(true));
    expect(await run('admin', feedback())).toBe('t 2 2 2');
    expect(await run('admin', feedback(true))).toBe('t 1 1 2');
    expect(await run('member', feedback())).toBe('t 1 1 2');
    expect(await run('neighbour', feedback())).toBe('none');
    expect(await run('anonymous', feedback())).toBe('42501 permission denied for function step_feedback');
    await run(
      'owner',
      `update public.step_suggestions set status = 'declined', decided_at = now() where message_content = 'Hello you'`,
    );
    await run('owner', `update public.comments set deleted_at = now() where body = 'Shorter' and not is_internal`);
    expect(await run('member', feedback())).toBe('t 1 0 1');
  }));

describe('decisions about a version', () => {
  const approve = `select public.decide_version(:acme, :acme version, 'approved', $1)`;

  test('a decision is made by members, and by administrators on behalf of the customer with a note', async () => {
    const needsNote = '23514 A decision on behalf of the customer needs a note';
    expect(await world.outcomes(approve, [' '])).toEqual(byCaller(needsNote, 'none', 'decide_version'));
    expect(await world.outcomes(approve, ['By phone'])).toEqual(byCaller('none', 'none', 'decide_version'));
    const decided = await acting(async ({ run, query }) => {
      const found: unknown[] = [];
      for (const [caller, note] of [
        ['member', `' '`],
        ['admin', `' By phone '`],
      ] as const) {
        await run('owner', edit(caller));
        await run('member', request);
        await run(caller, decide('approved', note));
        found.push(
          ...(await query(
            `select status, decided_by, on_behalf, note from public.campaign_versions where id = ${world.withIds(newest)}`,
          )),
        );
      }
      return found;
    });
    expect(decided).toEqual([
      { status: 'approved', decided_by: world.id('member'), on_behalf: false, note: null },
      { status: 'approved', decided_by: world.id('admin'), on_behalf: true, note: 'By phone' },
    ]);
  });

  test('a decision is not made by the service key, which cannot write versions or the switch either', () =>
    acting(async ({ run }) => {
      await run('member', request);
      expect(await run('service', decide('approved'))).toBe('42501 permission denied for function decide_version');
      expect(await run('service', `update public.campaign_versions set status = 'approved'`)).toBe(
        '42501 permission denied for table campaign_versions',
      );
      expect(await run('service', needSignOff)).toBe(
        '42501 Only an administrator can change whether copy needs sign-off',
      );
      expect(
        await run(
          'service',
          `update public.customers set needs_sign_off = false, name = 'Acme' where id = :acme returning name`,
        ),
      ).toBe('Acme');
      expect(await run('member', `${needSignOff} returning id`)).toBe('none');
      expect(await run('admin', `${needSignOff} returning id`)).toBe('acme');
    }));

  test('a decision is taken back within a minute by who made it, and by nobody else', async () => {
    const takeBack = 'select public.take_back_decision(:acme, :acme version)';
    expect(await world.outcomes(takeBack)).toEqual(
      byCaller('PT409 Version 1 is not decided', 'PT409 Version 1 is not decided', 'take_back_decision'),
    );
    await acting(async ({ run, query }) => {
      const undo = `select public.take_back_decision(:acme, ${newest})`;
      const state = async () =>
        (
          await query(
            world.withIds(
              `select status, decided_by, decided_at, on_behalf, note from public.campaign_versions where id = ${newest}`,
            ),
          )
        )[0];
      await run('member', request);
      await run('admin', decide('approved', "'By phone'"));
      const others = '42501 Only the user who decided version 1 can take that back';
      expect(await run('member', undo)).toBe(others);
      expect(await run('service', undo)).toBe('42501 permission denied for function take_back_decision');
      expect(await run('admin', undo)).toBe('none');
      expect(await state()).toEqual({
        status: 'in_review',
        decided_by: null,
        decided_at: null,
        on_behalf: false,
        note: null,
      });
      await run('member', decide('changes_requested'));
      await run(
        'owner',
        `update public.campaign_versions set decided_at = now() - interval '61 seconds' where id = ${newest}`,
      );
      expect(await run('member', undo)).toBe('PT409 Version 1 was decided more than a minute ago');
    });
  });

  test.each<[what: string, by: 'owner' | 'member', statements: string[], error: string]>([
    ['a launch', 'member', [launch], 'PT409 Version 1 was launched or handed off since'],
    [
      'a hand-off',
      'owner',
      [
        `insert into public.hand_offs (customer_id, campaign_id, campaign_name, steps, plan, is_only_new)
         values (:acme, :acme campaign, 'Copy', '[]', '{}', false)`,
      ],
      'PT409 Version 1 was launched or handed off since',
    ],
    [
      'a newer version',
      'member',
      [edit('Hello'), request],
      'PT409 Version 1 is not the newest version any more: version 2 is',
    ],
  ])('a decision is not taken back after %s', (_, by, statements, error) =>
    acting(async ({ run }) => {
      await run('member', request);
      await run('member', decide('approved'));
      for (const statement of statements) await run(by, statement);
      const version = '(select id from public.campaign_versions where customer_id = :acme and number = 1)';
      expect(await run('member', `select public.take_back_decision(:acme, ${version})`)).toBe(error);
    }),
  );

  test('a decision is made once, about the newest version while it is in review', () =>
    acting(async ({ run }) => {
      const first = `select public.decide_version(:acme, (select id from public.campaign_versions where customer_id = :acme and number = 1), 'approved')`;
      await run('member', launch);
      expect(await run('member', first)).toBe('PT409 Version 1 is not in review');
      await run('member', edit('Hello'));
      await run('member', request);
      expect(await run('member', first)).toBe('PT409 Version 1 is not the newest version any more: version 2 is');
      expect(await run('member', decide('changes_requested'))).toBe('none');
      expect(await run('member', decide('approved'))).toBe('PT409 Version 2 has already been decided');
    }));
});

describe('customers who need sign-off', () => {
  const becomesActive = (caller: Caller, from: string) =>
    acting(async ({ run }) => {
      const found: string[] = [];
      await run('owner', `update public.campaigns set status = '${from}' where id = :acme campaign`);
      await run('admin', needSignOff);
      const attempt = async () => found.push(await run(caller, launch));
      await attempt();
      await run('member', request);
      await attempt();
      await run('member', decide('approved'));
      await run('member', edit('Hello'));
      await attempt();
      await run('member', edit(''));
      await attempt();
      return found;
    });

  test.each<[Caller, string]>([
    ['member', 'draft'],
    ['admin', 'paused'],
    ['service', 'completed'],
  ])('with sign-off, campaigns become active by %s from %s with the approved steps only', async (caller, from) => {
    expect(await becomesActive(caller, from)).toEqual([unsigned, unsigned, unsigned, 'active']);
  });

  test('a customer who needs sign-off may edit an active campaign, and set any other status', () =>
    acting(async ({ run }) => {
      await run('member', launch);
      await run('admin', needSignOff);
      expect(await run('member', `${edit('Hello')} returning customer_id`)).toBe('acme');
      expect(await run('member', launch)).toBe('active');
      expect(
        await run('member', `update public.campaigns set status = 'draft' where id = :acme campaign returning status`),
      ).toBe('draft');
      expect(await run('member', launch)).toBe(unsigned);
    }));

  test('the steps of an earlier approved version need no new sign-off, whatever their ids', () =>
    acting(async ({ run }) => {
      await run('owner', edit('Hello'));
      await run('member', request);
      await run('member', decide('approved'));
      const approved =
        'select number from public.campaign_versions where id = private.approved_version_of(:acme campaign, :acme)';
      expect(await run('owner', approved)).toBe('1');
      await run('owner', edit('Bye'));
      expect(await run('owner', approved)).toBe('none');
      await run('member', request);
      await run('member', decide('changes_requested'));
      await run('owner', 'delete from public.campaign_steps where campaign_id = :acme campaign');
      await run(
        'member',
        `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, message_content) values (:acme, :acme campaign, 1, 'email', 'Hello')`,
      );
      expect(await run('owner', approved)).toBe('1');
      expect(await run('owner', 'select private.approved_version_of(:acme campaign, :globex)')).toBe('null');
    }));
});

describe('suggestions', () => {
  test('a suggestion is made and accepted by administrators and members', async () => {
    const suggest = `select left(public.suggest_wording(:acme, :acme version, :acme version step, 'Better')::text, 0)`;
    expect(await world.outcomes(suggest)).toEqual(byCaller('none', 'none', 'suggest_wording'));
    const declined = 'select public.decide_suggestion(:acme, :acme suggestion, false)';
    expect(await world.outcomes(declined)).toEqual(byCaller('none', 'none', 'decide_suggestion'));
  });

  test('a suggestion is applied to the step by accepting it, and changes nothing by being declined', () =>
    acting(async ({ run }) => {
      const text = `select concat_ws('|', subject, message_content) from public.campaign_steps where campaign_id = :acme campaign`;
      await run('member', request);
      await run('member', suggest('Better', `'Hi'`));
      expect(await run('admin', decideSuggestion(true))).toBe('none');
      expect(await run('admin', text)).toBe('Hi|Better');
      expect(await run('admin', decideSuggestion(false))).toBe('PT409 This suggestion was already accepted');
      await run('member', request);
      await run('member', suggest('Best'));
      expect(await run('admin', decideSuggestion(false))).toBe('none');
      expect(await run('admin', text)).toBe('Hi|Better');
    }));

  test.each([
    ['changed', edit('Other'), 'The step has changed since this was suggested'],
    ['deleted', 'delete from public.campaign_steps', 'The step of this suggestion was deleted'],
  ])('a suggestion for a step that was %s is not accepted, and can be declined', (_, change, error) =>
    acting(async ({ run }) => {
      await run('member', request);
      await run('member', suggest('Better'));
      await run('owner', change);
      expect(await run('admin', decideSuggestion(true))).toBe(`PT409 ${error}`);
      expect(await run('admin', decideSuggestion(false))).toBe('none');
    }),
  );

  test.each([
    ['the same text', suggest(''), '23514 The suggestion does not change the text'],
    [
      'a step of another version',
      `select public.suggest_wording(:acme, ${newest}, gen_random_uuid(), 'x')`,
      '23503 There is no such step in this version',
    ],
  ])('a suggestion with %s is rejected', (_, statement, error) =>
    acting(async ({ run }) => {
      await run('member', request);
      expect(await run('member', statement)).toBe(error);
    }),
  );

  test('a suggestion has a subject for an email only, is for the newest version, and is one of at most 200', () =>
    acting(async ({ run }) => {
      await run('owner', `update public.campaign_steps set step_type = 'linkedin_message'`);
      await run('member', request);
      expect(await run('member', suggest('x', `'Hi'`))).toBe('23514 Only an email has a subject');
      await run(
        'owner',
        `insert into public.step_suggestions (customer_id, version_id, version_step_id, message_content)
         select :acme, ${newest}, ${stepOfNewest}, 'x' from generate_series(1, 200)`,
      );
      expect(await run('member', suggest('x'))).toBe('23514 There are already 200 suggestions');
      await run('owner', edit('Hello'));
      await run('member', request);
      expect(
        await run(
          'member',
          `select public.suggest_wording(:acme, (select id from public.campaign_versions where customer_id = :acme and number = 1), ${stepOfNewest}, 'x')`,
        ),
      ).toBe('PT409 Version 1 is not the newest version any more: version 2 is');
    }));
});

test('a comment on a step of a version is counted for that step, and not for the campaign', () =>
  world.transaction(async ({ actAs, query, outcome }) => {
    await actAs('member');
    const add = (version: string, step: string) =>
      outcome(
        world.withIds(
          `insert into public.comments (customer_id, campaign_id, version_id, version_step_id, body)
           values (:acme, :acme campaign, ${version}, ${step}, 'Yes') returning 'written'`,
        ),
      );
    expect(await add(':acme version', ':acme version step')).toBe('written');
    expect(await add(':acme version', ':globex version step')).toBe('23503 There is no such step in this version');
    expect(await add(':globex version', ':globex version step')).toBe('23503 There is no such step in this version');
    expect(await add('null', ':acme version step')).toMatch(/^23514 .*"comments_version_check"/);
    expect(await add(':acme version', 'null')).toMatch(/^23514 .*"comments_version_check"/);
    expect(
      await query('select row_id, total::int from public.comment_counts($1)', [
        [world.id('acme campaign'), world.id('acme version step'), world.id('acme step')],
      ]),
    ).toEqual([{ row_id: world.id('acme version step'), total: 1 }]);
  }));

test('the reviews show the newest version of each campaign, and whether its steps have changed', () =>
  acting(async ({ run }) => {
    const review = `select concat_ws(' ', name, number, status, is_changed) from public.campaign_reviews`;
    expect(await run('member', review)).toBe('none');
    await run('member', launch);
    await run('member', edit('Hello'));
    expect(await run('member', review)).toBe('Hello acme 1 t');
    await run('member', request);
    expect(await run('member', review)).toBe('Hello acme 2 in_review f');
    expect(await run('neighbour', review)).toBe('none');
  }));

const content = fc.record({
  step_type: fc.constantFrom('email', 'linkedin_message', 'linkedin_connection'),
  delay_days: fc.integer({ min: 0, max: 3650 }),
  message_content: fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), content }),
  fc.record({ kind: fc.constantFrom('edit' as const), index: fc.nat(9), content }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'move' as const), index: fc.nat(9) }),
);

test('restoring any version gives its steps, whatever was done to them since', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(content, { minLength: 1, maxLength: 5 }),
      fc.array(change, { maxLength: 8 }),
      (first, changes) =>
        acting(async ({ run, query, actAs }) => {
          const ids = async () =>
            (
              await query<{ id: string }>(
                world.withIds(
                  'select id from public.campaign_steps where campaign_id = :acme campaign order by step_number',
                ),
              )
            ).map(({ id }) => id);
          const add = (step: (typeof first)[number]) =>
            query(
              `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type, delay_days, message_content)
               values ($1, $2, 1, $3, $4, $5)`,
              [world.id('acme'), world.id('acme campaign'), step.step_type, step.delay_days, step.message_content],
            );
          await actAs('member');
          await query(world.withIds('delete from public.campaign_steps where campaign_id = :acme campaign'));
          for (const step of first) await add(step);
          await run('member', request);
          for (const change of changes) {
            const present = await ids();
            const id = 'index' in change ? present[change.index % Math.max(1, present.length)] : undefined;
            if (change.kind === 'add') await add(change.content);
            else if (!id) continue;
            else if (change.kind === 'edit')
              await query('update public.campaign_steps set step_type = $2, message_content = $3 where id = $1', [
                id,
                change.content.step_type,
                change.content.message_content,
              ]);
            else if (change.kind === 'delete') await query('delete from public.campaign_steps where id = $1', [id]);
            else if (change.kind === 'move')
              await query('select from public.reorder_steps($1, $2)', [
                world.id('acme campaign'),
                [id, ...present.filter((other) => other !== id)],
              ]);
          }
          expect(await run('member', `select public.restore_version(:acme, ${newest})`)).toBe(String(first.length));
          const stored = `select jsonb_agg(jsonb_build_object('step_id', id, 'step_type', step_type, 'delay_days', delay_days, 'subject', subject,
          'message_content', message_content) order by step_number) as steps, array_agg(step_number order by step_number) as numbers
          from public.campaign_steps where campaign_id = :acme campaign`;
          const [restored] = await query(world.withIds(stored));
          const [version] = await query<{ steps: object[] }>(
            world.withIds(`select steps from public.campaign_versions where id = ${newest}`),
          );
          expect(restored).toEqual({
            steps: version?.steps.map(({ id: _, ...step }: { id?: string }) => step),
            numbers: first.map((_, index) => index + 1),
          });
        }),
    ),
  );
}, 120_000);

describe('changes at the same time', () => {
  let admin: pg.Client;
  let member: pg.Client;
  let watcher: pg.Client;
  const connectAs = async (caller: Caller) => {
    const connection = await world.connect();
    const claims = { role: 'authenticated', sub: world.id(caller), session_id: world.id(caller), aal: 'aal1' };
    await connection.query(`select set_config('request.jwt.claims', $1, false), set_config('role', $2, false)`, [
      JSON.stringify(claims),
      claims.role,
    ]);
    return connection;
  };
  beforeAll(async () => {
    [admin, member, watcher] = await Promise.all([connectAs('admin'), connectAs('member'), world.connect()]);
    await watcher.query(world.withIds(needSignOff));
    await watcher.query('delete from public.campaign_versions');
  });
  afterAll(() => Promise.all([admin, member, watcher].map((client) => client.end())));

  const send = (client: pg.Client, statement: string) =>
    client.query({ text: world.withIds(statement), rowMode: 'array' }).then(
      ({ rows, rowCount }) => String(rows[0]?.[0] ?? rowCount),
      ({ code, message }: pg.DatabaseError) => `${code} ${message}`,
    );
  const untilWaiting = () =>
    expect
      .poll(
        async () => {
          const { rowCount } = await watcher.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
          );
          return rowCount;
        },
        { timeout: 20_000 },
      )
      .toBe(1);
  /** Sends the second statement while the transaction of the first is open. */
  const overlap = async (first: string, second: string) => {
    await member.query('begin');
    const one = await send(member, first);
    const other = send(admin, second);
    await untilWaiting();
    await member.query('commit');
    return [one, await other];
  };
  const approved = async (text: string) => {
    await watcher.query(world.withIds(`update public.campaigns set status = 'draft' where id = :acme campaign`));
    await watcher.query(world.withIds(edit(text)));
    await send(member, request);
    await send(member, decide('approved'));
  };

  test.each([
    ['an edit', edit('Sly')],
    [
      'a new step',
      `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values (:acme, :acme campaign, 1, 'email')`,
    ],
    ['a deletion', 'delete from public.campaign_steps where campaign_id = :acme campaign and step_number > 1'],
  ])('%s and a launch: the launch waits and needs the steps as they are then', async (_, statement) => {
    await watcher.query(
      world.withIds(
        `insert into public.campaign_steps (customer_id, campaign_id, step_number, step_type) values (:acme, :acme campaign, 1, 'email')`,
      ),
    );
    await approved('Agreed');
    expect((await overlap(statement, launch))[1]).toBe(unsigned);
  });

  test('a launch and an edit: the edit waits, and the launched version has the approved steps', async () => {
    await approved('Agreed again');
    expect((await overlap(launch, edit('Sly')))[0]).toBe('active');
    const launched = `select steps -> 0 ->> 'message_content' from public.campaign_versions where launched_at is not null and customer_id = :acme`;
    expect(await send(watcher, launched)).toBe('Agreed again');
    expect(await send(watcher, 'select is_changed from public.campaign_reviews where customer_id = :acme')).toBe(
      'true',
    );
  });

  test('two decisions: the second one is rejected', async () => {
    await watcher.query(world.withIds(edit('Once more')));
    await send(member, request);
    expect(await overlap(decide('changes_requested'), decide('approved', `'By phone'`))).toEqual([
      '',
      expect.stringMatching(/^PT409 Version \d+ has already been decided$/),
    ]);
  });

  test('a decision and a request for review of other steps: the request is a new version', async () => {
    await send(member, request);
    await watcher.query(world.withIds(edit('Newer')));
    const [, version] = await overlap(decide('approved'), request);
    expect(version).toBe(
      await send(watcher, 'select max(number) from public.campaign_versions where customer_id = :acme'),
    );
  });

  test('a request for review of other steps and a decision: the decision is rejected', async () => {
    await watcher.query(world.withIds(edit('Newest')));
    const current = await send(
      watcher,
      `select id from public.campaign_versions where customer_id = :acme order by number desc limit 1`,
    );
    expect(
      (await overlap(request, `select public.decide_version(:acme, '${current}', 'approved', 'By phone')`))[1],
    ).toMatch(/^PT409 Version \d+ is not the newest version any more: version \d+ is$/);
  });

  test('an edit and an accepted suggestion: the suggestion is rejected, and nothing is lost', async () => {
    await send(member, request);
    await send(member, suggest('Suggested'));
    expect((await overlap(edit('Mine'), decideSuggestion(true)))[1]).toBe(
      'PT409 The step has changed since this was suggested',
    );
  });
});
