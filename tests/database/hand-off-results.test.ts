import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

type Result = {
  matched: number;
  unmatched: { place: number; reason: string }[];
  added: Record<string, number>;
  requests: number[];
  refused: { place: number; kind: string; is_added: boolean }[];
};
type Row = { email?: string; linkedin?: string; results: Record<string, string | null> };

const NONE = { contacted: 0, replied: 0, bounced: 0, unsubscribed: 0 };
const AUDIENCES = ['Founders', null];

/** A ready hand-off of Acme, of leads with an email and a LinkedIn page by these names, and the calls about its results. */
async function handOff({ actAs, query }: Transaction, ...names: string[]) {
  const acme = world.id('acme');
  await actAs('owner');
  await query('delete from public.do_not_contact');
  await query('delete from public.hand_offs');
  await query('delete from public.leads');
  const campaign = randomUUID();
  const [started] = await query<{ id: string }>(
    `insert into public.hand_offs (customer_id, campaign_id, campaign_name, steps, plan, is_only_new, state, ready_at, lead_count)
     values ($1, $2, 'Hello', '[]', '{"tool": {"name": "HeyReach"}, "columns": []}', true, 'ready', now(), $3) returning id`,
    [acme, campaign, names.length],
  );
  const id = started?.id ?? '';
  const leads: string[] = [];
  for (const [index, name] of names.entries()) {
    const [lead] = await query<{ id: string }>(
      `insert into public.leads (customer_id, name, email, linkedin_profile_url, audience, is_approved)
       values ($1, $2, lower($2) || '@x.test', 'https://www.linkedin.com/in/' || lower($2), $3, true) returning id`,
      [acme, name, AUDIENCES[index % AUDIENCES.length]],
    );
    leads.push(lead?.id ?? '');
  }
  await query(
    `insert into public.hand_off_rows (hand_off_id, place, customer_id, lead_id, name, linkedin_key, email_key, cells)
     select $1, row_number() over (), customer_id, id, name, linkedin_key, email_key, '{}' from public.leads`,
    [id],
  );
  await query(
    `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, name, linkedin_key, email_key, audience)
     select customer_id, $2, id, $1, name, linkedin_key, email_key, audience from public.leads`,
    [id, campaign],
  );
  await actAs('admin');
  return {
    id,
    leads,
    campaign,
    async store(rows: Row[], { upload = randomUUID(), dryRun = false } = {}): Promise<Result> {
      const [stored] = await query<{ result: Result }>(
        `select public.store_hand_off_results($1, $2, $3, 'week.csv', '{}', $4, $5) as result`,
        [acme, id, upload, JSON.stringify(rows), dryRun],
      );
      if (!stored) throw new Error('no result');
      return stored.result;
    },
    undo: (upload: string) => query('select * from public.undo_hand_off_results($1, $2)', [acme, upload]),
    results: () =>
      query(
        `select lead.name, kind, at::text, tool, result.audience from public.hand_off_results result
         join public.leads lead on lead.id = lead_id order by 1, 2`,
      ),
    uploads: () =>
      query(
        'select id, contacted, replied, bounced, unsubscribed, undone_at is not null as is_undone from public.result_uploads order by created_at',
      ),
    entries: () =>
      query('select kind, value, reason, source, is_from_member from public.do_not_contact order by kind, value'),
    async counters() {
      await actAs('owner');
      const counted = await query(
        `select week::text, audience, sum(handed_off)::int as handed_off, sum(contacted)::int as contacted, sum(replied)::int as replied
         from private.result_counters where customer_id = $1 and part = 'audience'
         group by 1, 2 having (sum(handed_off), sum(contacted), sum(replied)) <> (0, 0, 0) order by 1, 2`,
        [acme],
      );
      await actAs('admin');
      return counted;
    },
  };
}

const within =
  (names: string[], work: (calls: Awaited<ReturnType<typeof handOff>>, transaction: Transaction) => Promise<void>) =>
  () =>
    world.transaction(async (transaction) => work(await handOff(transaction, ...names), transaction));

describe('results of a hand-off', () => {
  test(
    'results are stored for the leads that their rows match by email or LinkedIn page',
    within(['Ada', 'Bob', 'Cy'], async ({ store, results, uploads }, { query }) => {
      const upload = randomUUID();
      const stored = await store(
        [
          { email: ' ADA@x.test', results: { contacted: '2026-11-12T09:00:00Z', replied: '2026-11-14T10:00:00Z' } },
          { linkedin: 'linkedin.com/in/Bob/?utm=1', results: { bounced: null } },
          { email: 'cy@x.test', linkedin: 'https://de.linkedin.com/in/cy', results: {} },
          { email: 'ada@x.test', linkedin: 'linkedin.com/in/bob', results: { contacted: null } },
          { email: 'stranger@x.test', results: { contacted: null } },
          { email: ' ', results: { contacted: null } },
        ],
        { upload },
      );
      expect(stored).toEqual({
        matched: 3,
        unmatched: [
          { place: 3, reason: 'several_leads' },
          { place: 4, reason: 'not_handed_off' },
          { place: 5, reason: 'no_key' },
        ],
        added: { ...NONE, contacted: 1, replied: 1, bounced: 1 },
        requests: [],
        refused: [],
      });
      expect(await results()).toEqual([
        { name: 'Ada', kind: 'contacted', at: '2026-11-12 09:00:00+00', tool: 'HeyReach', audience: 'Founders' },
        { name: 'Ada', kind: 'replied', at: '2026-11-14 10:00:00+00', tool: 'HeyReach', audience: 'Founders' },
        { name: 'Bob', kind: 'bounced', at: null, tool: 'HeyReach', audience: null },
      ]);
      expect(await uploads()).toEqual([
        { id: upload, ...NONE, contacted: 1, replied: 1, bounced: 1, is_undone: false },
      ]);
      expect(await query(`select action, row_ids from public.activity where subject = 'result_uploads'`)).toEqual([
        { action: 'insert', row_ids: [upload] },
      ]);
    }),
  );

  test(
    'results are in the history of the lead, by upload, until they are undone',
    within(['Ada', 'Bob'], async ({ leads, store, undo }, { query }) => {
      const [first, second] = [randomUUID(), randomUUID()];
      await store([{ email: 'ada@x.test', results: { replied: null, contacted: null } }], { upload: first });
      await store([{ email: 'bob@x.test', results: { contacted: null } }], { upload: second });
      const history = (lead?: string) =>
        query(
          `select id, subject, row_name, new_values, actor_id from public.lead_history($1) where subject = 'hand_off_results'`,
          [lead],
        );
      const entry = { subject: 'hand_off_results', row_name: 'HeyReach', actor_id: world.id('admin') };
      expect(await history(leads[0])).toEqual([
        { ...entry, id: first, new_values: { kinds: expect.arrayContaining(['contacted', 'replied']) } },
      ]);
      expect(await history(leads[1])).toEqual([{ ...entry, id: second, new_values: { kinds: ['contacted'] } }]);
      await undo(second);
      expect(await history(leads[1])).toEqual([]);
    }),
  );

  test(
    'a result has the earliest date of several rows about a lead',
    within(['Ada'], async ({ store, results }) => {
      await store([
        { email: 'ada@x.test', results: { replied: null } },
        { email: 'ada@x.test', results: { replied: '2026-11-15T00:00:00Z' } },
        { email: 'ada@x.test', results: { replied: '2026-11-14T00:00:00Z' } },
      ]);
      expect(await results()).toMatchObject([
        { kind: 'contacted', at: null },
        { kind: 'replied', at: '2026-11-14 00:00:00+00' },
      ]);
    }),
  );

  test(
    'a dry run counts results and stores nothing',
    within(['Ada'], async ({ store, results, uploads, entries }) => {
      const rows = [{ email: 'ada@x.test', results: { contacted: null, unsubscribed: null } }];
      const dry = await store(rows, { dryRun: true });
      expect(dry).toMatchObject({ matched: 1, unmatched: [], added: { ...NONE, contacted: 1, unsubscribed: 1 } });
      expect([await results(), await uploads(), await entries()]).toEqual([[], [], []]);
      expect(await store(rows)).toEqual(dry);
    }),
  );

  test(
    'results add do-not-contact entries for who has unsubscribed, which administrators can remove, and flag no lead of this hand-off',
    within(['Ada', 'Bob'], async ({ store, entries }, { actAs, query }) => {
      await actAs('owner');
      await query(
        `insert into public.do_not_contact (customer_id, kind, value, reason, source, is_from_member)
         values ($1, 'email', 'ADA@x.test', 'Our customer', 'form', true)`,
        [world.id('acme')],
      );
      await actAs('admin');
      await store([{ email: 'Ada.Two@x.test', linkedin: 'linkedin.com/in/ada', results: { unsubscribed: null } }]);
      const entry = { reason: 'Unsubscribed via HeyReach', source: 'unsubscribed', is_from_member: false };
      expect(await entries()).toEqual([
        { kind: 'email', value: 'ADA@x.test', reason: 'Our customer', source: 'form', is_from_member: false },
        { kind: 'email', value: 'ada.two@x.test', ...entry },
        { kind: 'linkedin', value: 'linkedin.com/in/ada', ...entry },
      ]);
      expect(await query('select flag from public.handed_off_leads')).toEqual([{ flag: null }, { flag: null }]);
      const remove = () =>
        query(`select public.remove_do_not_contact(array(select id from public.do_not_contact), $1) as removed`, [
          world.id('acme'),
        ]);
      await actAs('member');
      expect(await remove()).toEqual([{ removed: 0 }]);
      await actAs('admin');
      expect(await remove()).toEqual([{ removed: 3 }]);
    }),
  );

  test(
    'an unsubscribe flags other hand-offs of the lead, and this one once it is undone',
    within(['Ada', 'Bob'], async ({ id, leads, store, undo }, { actAs, query }) => {
      await actAs('owner');
      const [other] = await query<{ id: string }>(
        `insert into public.hand_offs (customer_id, campaign_id, campaign_name, steps, plan, is_only_new, state, ready_at)
         select customer_id, campaign_id, '', '[]', '{"tool": {"name": "Instantly"}}', false, 'ready', now() from public.hand_offs returning id`,
      );
      await query(
        `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, name, email_key, linkedin_key)
         select customer_id, campaign_id, lead_id, $1, name, email_key, linkedin_key from public.handed_off_leads`,
        [other?.id],
      );
      await actAs('admin');
      const upload = randomUUID();
      await store([{ email: 'ada@x.test', results: { unsubscribed: null } }], { upload });
      const flagged = () =>
        query(
          'select lead_id, hand_off_id, flag from public.handed_off_leads where flag is not null order by hand_off_id = $1',
          [id],
        );
      const flag = { lead_id: leads[0], flag: 'do_not_contact' };
      expect(await flagged()).toEqual([{ ...flag, hand_off_id: other?.id }]);
      await undo(upload);
      expect(await flagged()).toEqual([
        { ...flag, hand_off_id: other?.id },
        { ...flag, hand_off_id: id },
      ]);
    }),
  );

  test(
    'results suppress who has unsubscribed by each of their addresses, also by one that is no entry by itself, and say so',
    within(['Ada', 'Bob'], async ({ leads, store, entries }, { actAs, query }) => {
      const page = 'linkedin.com/biz/acwaab000001';
      await actAs('owner');
      await query(`update public.hand_off_rows set email_key = null, linkedin_key = $2 where lead_id = $1`, [
        leads[0],
        page,
      ]);
      await query(`update public.handed_off_leads set email_key = null, linkedin_key = $2 where lead_id = $1`, [
        leads[0],
        page,
      ]);
      await query(
        `update public.leads set email = 'ada.new@x.test', linkedin_profile_url = 'https://www.' || $2 where id = $1`,
        [leads[0], page],
      );
      await actAs('admin');
      const rows = [
        { linkedin: `https://www.${page}`, email: 'none', results: { unsubscribed: null } },
        { email: 'bob@x.test', results: { unsubscribed: null } },
      ];
      const dry = await store(rows, { dryRun: true });
      expect(dry).toMatchObject({
        requests: [],
        refused: [
          { place: 0, kind: 'email', is_added: false },
          { place: 0, kind: 'linkedin', is_added: true },
        ],
      });
      expect(await store(rows)).toEqual(dry);
      expect((await entries()).map(({ value }) => value)).toEqual([
        'ada.new@x.test',
        'bob@x.test',
        page,
        'linkedin.com/in/bob',
      ]);
      const suppressed = await query<{ lead_id: string }>('select distinct lead_id from public.suppressed_leads($1)', [
        leads,
      ]);
      expect(suppressed.map(({ lead_id }) => lead_id).sort()).toEqual(leads.toSorted());
    }),
  );

  test(
    'results offer whoever asked out and is no lead of the hand-off, until an entry applies to them',
    within(['Ada', 'Bob', 'Cy'], async ({ id, leads, store, entries }, { actAs, query, outcome }) => {
      await actAs('owner');
      await query('delete from public.hand_off_rows where lead_id = $1', [leads[2]]);
      await query(`update public.handed_off_leads set linkedin_key = 'linkedin.com/in/cyril' where lead_id = $1`, [
        leads[2],
      ]);
      await query(
        `insert into public.do_not_contact (customer_id, kind, value, source) values ($1, 'email', 'known@y.test', 'form'), ($1, 'domain', 'z.test', 'form')`,
        [world.id('acme')],
      );
      await actAs('admin');
      const ask = (contact: object) => ({ ...contact, results: { unsubscribed: null } });
      const rows = [
        ask({ email: 'Stranger@x.test', linkedin: 'linkedin.com/in/stranger/' }),
        ask({ email: 'cy@x.test' }),
        ask({ email: 'ada@x.test', linkedin: 'linkedin.com/in/bob' }),
        ask({ email: 'known@y.test' }),
        ask({ email: 'any@mail.z.test' }),
        ask({ linkedin: 'https://www.linkedin.com/sales/people/ACwAAB7,NAME_SEARCH' }),
        ask({}),
        ask({ email: 'none' }),
        { email: 'silent@x.test', results: { contacted: null } },
      ];
      const nothing = { place: 7, kind: 'email', is_added: false };
      expect(await store(rows)).toMatchObject({ requests: [0, 1, 2, 5], refused: [nothing], added: NONE });
      expect(await entries()).toHaveLength(2);
      const reported = JSON.stringify([0, 1, 2, 5].map((index) => rows[index]));
      const add = 'select jsonb_array_length(public.add_removal_requests($1, $2, $3) -> $$ids$$)';
      expect(await outcome(add, [world.id('acme'), id, reported])).toBe('10');
      const entry = { reason: 'Unsubscribed via HeyReach', source: 'unsubscribed', is_from_member: false };
      expect((await entries()).filter(({ source }) => source !== 'form')).toEqual([
        { kind: 'email', value: 'ada@x.test', ...entry },
        { kind: 'email', value: 'bob@x.test', ...entry },
        { kind: 'email', value: 'cy@x.test', ...entry },
        { kind: 'email', value: 'stranger@x.test', ...entry },
        { kind: 'linkedin', value: 'linkedin.com/in/acwaab7', ...entry },
        { kind: 'linkedin', value: 'linkedin.com/in/ada', ...entry },
        { kind: 'linkedin', value: 'linkedin.com/in/bob', ...entry },
        { kind: 'linkedin', value: 'linkedin.com/in/cy', ...entry },
        { kind: 'linkedin', value: 'linkedin.com/in/cyril', ...entry },
        { kind: 'linkedin', value: 'linkedin.com/in/stranger', ...entry },
      ]);
      expect(await store(rows)).toMatchObject({ requests: [], refused: [nothing] });
      expect(await outcome(add, [world.id('acme'), id, reported])).toBe('0');
    }),
  );

  test(
    'stored results are offered again while no entry applies to the lead',
    within(['Ada'], async ({ store, entries }, { query }) => {
      const rows = [{ email: 'ada@x.test', results: { unsubscribed: null } }];
      await store(rows);
      expect(await store(rows)).toMatchObject({ requests: [] });
      await query(`select public.remove_do_not_contact(array(select id from public.do_not_contact), $1)`, [
        world.id('acme'),
      ]);
      expect(await store(rows)).toMatchObject({ requests: [0], added: NONE });
      expect(await entries()).toHaveLength(2);
    }),
  );

  test(
    'a result has a day or a time, the earliest, and of a day and a time on it the time',
    within(['Ada', 'Bob', 'Cy'], async ({ store }, { query }) => {
      const on = (email: string, contacted: string | null) => ({ email: `${email}@x.test`, results: { contacted } });
      await query(`set local time zone 'America/New_York'`);
      await store([
        on('ada', '2026-11-16'),
        on('ada', '2026-11-17'),
        on('bob', '2026-11-16'),
        on('bob', '2026-11-16T09:00:00+02:00'),
        on('cy', null),
      ]);
      expect(
        await query(
          `select (at at time zone 'UTC')::text as at, is_day
           from public.hand_off_results order by at nulls last, is_day`,
        ),
      ).toEqual([
        { at: '2026-11-16 00:00:00', is_day: true },
        { at: '2026-11-16 07:00:00', is_day: false },
        { at: null, is_day: false },
      ]);
    }),
  );

  test(
    'results can be uploaded and undone after an upload that was made while the clock was ahead',
    within(['Ada', 'Bob'], async ({ store, undo, results }, { actAs, query }) => {
      const [first, second] = [randomUUID(), randomUUID()];
      await store([{ email: 'ada@x.test', results: { contacted: null } }], { upload: first });
      await actAs('owner');
      await query(`update public.result_uploads set created_at = now() + interval '1 year'`);
      await actAs('admin');
      await store([{ email: 'bob@x.test', results: { contacted: null } }], { upload: second });
      expect(await results()).toHaveLength(2);
      await undo(second);
      await undo(first);
      expect(await results()).toEqual([]);
    }),
  );

  test(
    'results are undone by upload, the newest first, and do-not-contact entries stay',
    within(['Ada', 'Bob'], async ({ store, undo, results, uploads, entries }, { outcome }) => {
      const [first, second] = [randomUUID(), randomUUID()];
      await store([{ email: 'ada@x.test', results: { contacted: null } }], { upload: first });
      await store([{ email: 'ada@x.test', results: { contacted: null, unsubscribed: null } }], { upload: second });
      const undoing = (upload: string) =>
        outcome('select from public.undo_hand_off_results($1, $2)', [world.id('acme'), upload]);
      expect(await undoing(first)).toBe('PT409 There is a later upload of results of this hand-off');
      await undo(second);
      expect(await undoing(second)).toBe('PT409 This upload has been undone');
      expect(await undoing(randomUUID())).toBe('PT404 There is no such upload');
      expect(await results()).toMatchObject([{ name: 'Ada', kind: 'contacted' }]);
      expect(await entries()).toHaveLength(2);
      await undo(first);
      expect(await results()).toEqual([]);
      expect((await uploads()).map(({ is_undone }) => is_undone)).toEqual([true, true]);
    }),
  );

  test(
    'results are rejected for an upload that was undone, is not the newest, or belongs to another hand-off',
    within(['Ada', 'Bob'], async ({ id, store, undo }, { actAs, query, outcome }) => {
      const [first, second] = [randomUUID(), randomUUID()];
      await store([{ email: 'ada@x.test', results: { contacted: null } }], { upload: first });
      await store([{ email: 'ada@x.test', results: { replied: null } }], { upload: second });
      const storing = (upload: string, handOffId = id) =>
        outcome(`select public.store_hand_off_results($1, $2, $3, 'x.csv', '{}', $4)`, [
          world.id('acme'),
          handOffId,
          upload,
          JSON.stringify([{ email: 'bob@x.test', results: { contacted: null } }]),
        ]);
      expect(await storing(first)).toBe('PT409 There is a later upload of results of this hand-off');
      await undo(second);
      expect(await storing(second)).toBe('PT409 This upload has been undone');
      await actAs('owner');
      const [other] = await query<{ id: string }>(
        `insert into public.hand_offs (customer_id, campaign_id, campaign_name, steps, plan, is_only_new)
         values ($1, $1, '', '[]', '{"tool": {"name": "Own"}}', true) returning id`,
        [world.id('acme')],
      );
      await query(
        `insert into public.hand_off_rows (hand_off_id, place, customer_id, lead_id, name, email_key, cells)
         select $1, place, customer_id, lead_id, name, email_key, cells from public.hand_off_rows`,
        [other?.id],
      );
      await actAs('admin');
      expect(await storing(first, other?.id)).toBe('PT409 This hand-off is still being prepared');
      await actAs('owner');
      await query(`update public.hand_offs set state = 'ready', ready_at = now() where id = $1`, [other?.id]);
      await actAs('admin');
      expect(await storing(first, other?.id)).toBe('PT409 This upload is of another hand-off');
    }),
  );

  test(
    'results keep their hand-off from becoming void until they are undone',
    within(['Ada'], async ({ id, store, undo, counters }, { outcome }) => {
      const upload = randomUUID();
      await store([{ email: 'ada@x.test', results: { contacted: null } }], { upload });
      const voiding = () => outcome('select state from public.void_hand_off($1, $2)', [world.id('acme'), id]);
      expect(await voiding()).toBe('PT409 This hand-off has results: undo their upload first');
      await undo(upload);
      expect(await voiding()).toBe('void');
      expect(await counters()).toEqual([]);
    }),
  );

  test(
    'results are counted by the week of their date, or of the upload, and by the audience at the hand-off',
    within(['Ada', 'Bob'], async ({ store, undo, counters }, { actAs, query }) => {
      await actAs('owner');
      await query(`update public.handed_off_leads set handed_off_at = '2026-11-01T12:00:00Z'`);
      await query('select private.rebuild_counters()');
      await query(`update public.leads set audience = 'Others'`);
      const week = { handed_off: 0, contacted: 0, replied: 0 };
      const handedOff = [
        { ...week, week: '2026-10-26', audience: 'Founders', handed_off: 1 },
        { ...week, week: '2026-10-26', audience: null, handed_off: 1 },
      ];
      expect(await counters()).toEqual(handedOff);
      const upload = randomUUID();
      await store(
        [
          { email: 'ada@x.test', results: { contacted: '2026-11-15T23:59:59Z', replied: '2026-11-16T00:00:00Z' } },
          { email: 'bob@x.test', results: { contacted: '2026-11-09T00:00:00+02:00', bounced: null } },
        ],
        { upload },
      );
      const counted = [
        ...handedOff,
        { ...week, week: '2026-11-02', audience: null, contacted: 1 },
        { ...week, week: '2026-11-09', audience: 'Founders', contacted: 1 },
        { ...week, week: '2026-11-16', audience: 'Founders', replied: 1 },
      ];
      expect(await counters()).toEqual(counted);
      await actAs('owner');
      await query('select private.merge_result_counters($1)', [world.id('acme')]);
      expect(await counters()).toEqual(counted);
      await actAs('owner');
      await query('select private.rebuild_counters()');
      expect(await counters()).toEqual(counted);
      await undo(upload);
      expect(await counters()).toEqual(handedOff);
      await store([{ email: 'ada@x.test', results: { contacted: null } }]);
      await actAs('owner');
      const [today] = await query<{ week: string }>('select private.week_of(now())::text as week');
      expect(await counters()).toContainEqual({ ...week, ...today, audience: 'Founders', contacted: 1 });
      await actAs('owner');
      await query('delete from public.customers where id = $1', [world.id('acme')]);
      expect(await query('select from private.result_counters where customer_id = $1', [world.id('acme')])).toEqual([]);
    }),
  );

  test('a file that is uploaded twice at once is stored once', async () => {
    const [one, two, owner] = await Promise.all([world.connect(), world.connect(), world.connect()]);
    const admin = world.id('admin');
    const claims = JSON.stringify({ sub: admin, session_id: admin, role: 'authenticated', aal: 'aal1' });
    const [acme, batch] = [world.id('acme'), world.id('acme batch')];
    await owner.query(`update public.hand_off_rows set email_key = 'twice@x.test' where hand_off_id = $1`, [batch]);
    const store = async (client: typeof one) => {
      await client.query(`begin; set local role authenticated`);
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      const { rows } = await client.query<{ added: Result['added'] }>(
        `select public.store_hand_off_results($1, $2, $3, 'week.csv', '{}', $4) -> 'added' as added`,
        [acme, batch, randomUUID(), JSON.stringify([{ email: 'twice@x.test', results: { replied: null } }])],
      );
      return rows[0]?.added;
    };
    expect(await store(one)).toEqual({ ...NONE, contacted: 1, replied: 1 });
    const waiting = store(two);
    await expect
      .poll(async () => (await owner.query(`select from pg_locks where not granted`)).rowCount, { timeout: 10_000 })
      .toBeGreaterThan(0);
    await one.query('commit');
    expect(await waiting).toEqual(NONE);
    await two.query('commit');
    const { rowCount } = await owner.query(`select from public.hand_off_results where kind = 'replied'`);
    expect(rowCount).toBe(1);
    await Promise.all([one, two, owner].map((client) => client.end()));
  });

  test('a second upload of any file changes no results, and its undo restores those of before', async () => {
    const names = ['Ada', 'Bob', 'Cy'];
    const at = fc.option(fc.constantFrom('2026-11-12T09:00:00Z', '2026-11-13T09:00:00Z'));
    const key = fc.constantFrom(...names, 'Stranger').map((name) => name.toLowerCase());
    const row = fc.record(
      {
        email: key.map((name) => `${name}@x.test`),
        linkedin: key.map((name) => `linkedin.com/in/${name}`),
        results: fc.record({ contacted: at, replied: at, bounced: at, unsubscribed: at }, { requiredKeys: [] }),
      },
      { requiredKeys: ['results'] },
    );
    const file = fc.array(row, { maxLength: 6 });
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 4 }), (files) =>
        world.transaction(async (transaction) => {
          const acme = await handOff(transaction, ...names);
          const state = async () => ({ results: await acme.results(), counters: await acme.counters() });
          const everything = async () => ({
            ...(await state()),
            uploads: await acme.uploads(),
            entries: await acme.entries(),
          });
          const steps: { upload: string; before: object }[] = [];
          for (const rows of files) {
            const upload = randomUUID();
            const before = await state();
            const { added } = await acme.store(rows, { upload });
            const after = await everything();
            expect((await acme.store(rows)).added).toEqual(NONE);
            expect(await everything()).toEqual(after);
            if (Object.values(added).some((count) => count > 0)) steps.push({ upload, before });
          }
          stored += steps.length;
          const { counters, entries } = await everything();
          await transaction.actAs('owner');
          await transaction.query('select private.rebuild_counters()');
          expect(await acme.counters()).toEqual(counters);
          for (const { upload, before } of steps.toReversed()) {
            await acme.undo(upload);
            expect(await state()).toEqual(before);
          }
          expect(await acme.entries()).toEqual(entries);
        }),
      ),
      { numRuns: 30 },
    );
    expect(stored).toBeGreaterThan(10);
  }, 60_000);
});
