import { expect, test } from 'vitest';
import { callers, guestCallers, setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const everyone = [...callers, ...guestCallers];
const onlySenders = 'PT403 Only an administrator or an approver can send review links';

const ask = ({ outcome }: Transaction, email: string, note = '') =>
  outcome('select public.ask_for_colleague($1, $2)', [email, note]);
const ownRequests = ({ query }: Transaction) => query('select email, status from public.my_colleague_requests()');
const linksTo = ({ query }: Transaction, email: string) =>
  query('select id from public.review_links where email = $1', [email]);
const statuses = async ({ actAs, query }: Transaction) => {
  await actAs('owner');
  const rows = await query<{ line: string }>(
    `select concat_ws(' ', email, status, (select email from public.profiles where id = decided_by)) as line
     from public.colleague_requests where customer_id = $1 order by email`,
    [world.id('acme')],
  );
  return rows.map(({ line }) => line);
};

test('only the guest of a live link asks for a colleague', async () => {
  const found = await world.outcomes(`select public.ask_for_colleague('bob@b.example')`, [], { by: everyone });
  const onlyGuests = 'PT403 Only a guest of a review link can ask to add a colleague';
  expect(found).toEqual({
    ...Object.fromEntries(everyone.map((caller) => [caller, onlyGuests])),
    anonymous: '42501 permission denied for function ask_for_colleague',
    guest: 'new',
    'audience guest': 'new',
  });
});

test('a guest sees their own requests and no one else’s, and no link is made or mailed', () =>
  world.transaction(async (transaction) => {
    const { actAs, query, outcome } = transaction;
    await actAs('audience guest');
    expect(await ask(transaction, ' Bob@B.example ', ' He decides too ')).toBe('new');
    expect(await ownRequests(transaction)).toEqual([{ email: 'bob@b.example', status: 'asked' }]);
    expect(await outcome('select id from public.colleague_requests')).toBe('none');
    await actAs('guest');
    expect(await ownRequests(transaction)).toEqual([{ email: 'colleague@acme.example', status: 'asked' }]);
    for (const caller of ['ended guest', 'member', 'admin'] as const) {
      await actAs(caller);
      expect(await ownRequests(transaction)).toEqual([]);
    }
    await actAs('owner');
    expect(await linksTo(transaction, 'bob@b.example')).toEqual([]);
    expect(await query('select id from private.review_attempts')).toEqual([]);
    expect(await query(`select note from public.colleague_requests where email = 'bob@b.example'`)).toEqual([
      { note: 'He decides too' },
    ]);
  }));

test.each([
  ['bob', /^23514 .*"colleague_requests_email_check"$/],
  ['Guest@review.example', /^23514 This is your own email address$/],
  ['colleague@acme.example', /^PT409 You have already asked to add this colleague$/],
  ['b'.repeat(256), /^22001 The email is too long: 256 characters, at most 255$/],
])('a request for %j is rejected', (email, error) =>
  world.transaction(async (transaction) => {
    await transaction.actAs('guest');
    expect(await ask(transaction, email)).toMatch(error);
  }),
);

test('the note of a request for a colleague has at most 500 characters', () =>
  world.transaction(async (transaction) => {
    await transaction.actAs('guest');
    expect(await ask(transaction, 'bob@b.example', 'x'.repeat(501))).toBe(
      '22001 The note is too long: 501 characters, at most 500',
    );
  }));

test('the note of a request for a colleague is stored as one line of visible text', () =>
  world.transaction(async (transaction) => {
    const { actAs, outcome } = transaction;
    await actAs('guest');
    await ask(transaction, 'bob@b.example', ' <b>He</b>\n\u202edecides\u0007 too ');
    await ask(transaction, 'cy@b.example', ' \u202e\u0007 ');
    await actAs('owner');
    const note = (email: string) => outcome('select note from public.colleague_requests where email = $1', [email]);
    expect(await note('bob@b.example')).toBe('<b>He</b> decides too');
    expect(await note('cy@b.example')).toBe('null');
  }));

test('the answer to a guest is the same for an address that has a link', () =>
  world.transaction(async (transaction) => {
    await transaction.actAs('guest');
    expect(await ask(transaction, 'audience-guest@review.example')).toBe('new');
    expect(await ownRequests(transaction)).toContainEqual({ email: 'audience-guest@review.example', status: 'asked' });
  }));

test('the guest of a link has at most 20 requests without an answer', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('guest');
    for (let n = 1; n <= 19; n++) expect(await ask(transaction, `c${n}@b.example`)).toBe('new');
    expect(await ask(transaction, 'late@b.example')).toBe(
      'PT409 You have already asked to add 20 colleagues: wait for an answer',
    );
    await actAs('member');
    await query('select public.decline_colleague_request($1)', [world.id('acme request')]);
    await actAs('guest');
    expect(await ask(transaction, 'late@b.example')).toBe('new');
  }));

test('of two requests for a colleague at once, neither is left out of the count', async () => {
  const [first, second, watcher] = [await world.connect(), await world.connect(), await world.connect()];
  try {
    const id = world.id('audience guest');
    const claims = { role: 'authenticated', sub: id, session_id: id, aal: 'aal1', app_metadata: { review_link: id } };
    for (const client of [first, second]) {
      await client.query('begin');
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
      await client.query('set local role authenticated');
    }
    const askFor = `select public.ask_for_colleague('c' || n || '@b.example') from generate_series($1::int, $2) n`;
    await first.query(askFor, [1, 20]);
    const late = second.query(askFor, [21, 21]).then(
      () => 'asked',
      (error: Error) => error.message,
    );
    await expect
      .poll(async () => {
        const { rowCount } = await watcher.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
        );
        return rowCount;
      })
      .toBe(1);
    await first.query('commit');
    expect(await late).toBe('You have already asked to add 20 colleagues: wait for an answer');
    await second.query('rollback');
    await watcher.query('delete from public.colleague_requests where link_id = $1', [id]);
  } finally {
    await Promise.all([first.end(), second.end(), watcher.end()]);
  }
});

test('a request for a colleague is counted as text that the guest has written', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('guest');
    for (let n = 1; n <= 19; n++) await ask(transaction, `c${n}@b.example`, '😀'.repeat(500));
    await actAs('owner');
    const counted = await query<{ bytes: number }>(
      'select (100000000 - bytes_left)::int as bytes from private.written_texts where user_id = $1',
      [world.id('guest')],
    );
    // Each has 2,200 bytes, so that chance counts more than half of them.
    expect(counted[0]?.bytes ?? 0).toBeGreaterThan(0);
  }));

test('a link to a colleague answers every request for the address, whoever asked and whoever sends it', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('audience guest');
    await ask(transaction, 'colleague@acme.example');
    await ask(transaction, 'bob@b.example');
    await actAs('member');
    await query(world.withIds(`select public.create_review_link(:acme, 'Colleague@acme.example')`));
    expect(await statuses(transaction)).toEqual([
      'bob@b.example asked',
      'colleague@acme.example added member@example.test',
      'colleague@acme.example added member@example.test',
    ]);
    await actAs('guest');
    expect(await ownRequests(transaction)).toEqual([{ email: 'colleague@acme.example', status: 'added' }]);
  }));

test('a request for a colleague is answered by one link, also when a second sender confirms it', () =>
  world.transaction(async ({ actAs, outcome }) => {
    const create = (customer: string) =>
      outcome(`select (public.create_review_link($1, 'colleague@acme.example', request => $2)).email`, [
        world.id(customer),
        world.id('acme request'),
      ]);
    const answered = 'PT409 This request has been answered meanwhile';
    await actAs('neighbour');
    expect(await create('globex')).toBe(answered);
    await actAs('member');
    expect(await create('acme')).toBe('colleague@acme.example');
    await actAs('admin');
    expect(await create('acme')).toBe(answered);
  }));

test('a link of another customer answers no request for a colleague', () =>
  world.transaction(async (transaction) => {
    await transaction.actAs('neighbour');
    await transaction.query(world.withIds(`select public.create_review_link(:globex, 'colleague@acme.example')`));
    expect(await statuses(transaction)).toEqual(['colleague@acme.example asked']);
  }));

test('a request for a colleague is declined, and opened again, by those who may send links', async () => {
  const call = 'select public.decline_colleague_request(:acme request)';
  expect(await world.outcomes(call, [], { by: everyone })).toEqual({
    ...Object.fromEntries(everyone.map((caller) => [caller, onlySenders])),
    anonymous: '42501 permission denied for function decline_colleague_request',
    admin: 'true',
    member: 'true',
  });
  for (const role of ['viewer', 'reviewer'] as const) expect(await world.outcomeInRole(role, call)).toBe(onlySenders);
  await world.transaction(async (transaction) => {
    const { actAs, outcome } = transaction;
    const reopen = world.withIds('select public.decline_colleague_request(:acme request, false)');
    await actAs('member');
    expect(await outcome(reopen)).toBe('false');
    expect(await outcome(world.withIds(call))).toBe('true');
    expect(await outcome(world.withIds(call))).toBe('false');
    expect(await statuses(transaction)).toEqual(['colleague@acme.example declined member@example.test']);
    await actAs('member');
    expect(await outcome(reopen)).toBe('true');
    expect(await statuses(transaction)).toEqual(['colleague@acme.example asked']);
  });
});

test('revoking the link of a guest declines what the guest has asked for', () =>
  world.transaction(async (transaction) => {
    await transaction.actAs('admin');
    await transaction.query('select public.revoke_review_link($1)', [world.id('guest')]);
    expect(await statuses(transaction)).toEqual(['colleague@acme.example declined admin@example.test']);
    await transaction.actAs('guest');
    expect(await ask(transaction, 'bob@b.example')).toBe(
      'PT403 Only a guest of a review link can ask to add a colleague',
    );
  }));

test('a request for a colleague that was declined by revoking the link is not opened again', () =>
  world.transaction(async (transaction) => {
    const { actAs, query, outcome } = transaction;
    await actAs('admin');
    await query('select public.revoke_review_link($1)', [world.id('guest')]);
    expect(await outcome(world.withIds('select public.decline_colleague_request(:acme request, false)'))).toBe('false');
    expect(await statuses(transaction)).toEqual(['colleague@acme.example declined admin@example.test']);
  }));
