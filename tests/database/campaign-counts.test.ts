import { expect, test } from 'vitest';
import { setUpWorld, type Transaction } from './world.ts';

const world = setUpWorld();

const counts = async ({ query }: Transaction) =>
  (
    await query(
      'select steps::int, approved_leads::int, changed_at from public.campaign_counts where campaign_id = $1',
      [world.id('acme campaign')],
    )
  )[0];

test('a campaign counts its own steps and the approved leads of its customer', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    await actAs('owner');
    const [expected] = await query(
      `select (select count(*)::int from public.campaign_steps where campaign_id = :campaign) as steps,
         (select count(*)::int from public.leads where customer_id = :customer and is_approved) as approved_leads`
        .replace(':campaign', `'${world.id('acme campaign')}'`)
        .replace(':customer', `'${world.id('acme')}'`),
    );
    await actAs('member');
    expect(await counts(transaction)).toMatchObject(expected as object);
    await query(`insert into public.campaign_steps (campaign_id, step_type, step_number) values ($1, 'email', 9)`, [
      world.id('acme campaign'),
    ]);
    expect((await counts(transaction))?.steps).toBe(Number(expected?.steps) + 1);
  }));

test('a renamed campaign, a changed step and a deleted step are changes of the campaign, an approval is none', () =>
  world.transaction(async (transaction) => {
    const { actAs, query } = transaction;
    const age = async () => {
      await actAs('owner');
      await query('alter table public.campaigns disable trigger user');
      await query('alter table public.campaign_steps disable trigger user');
      await query(`update public.campaigns set created_at = '2026-01-01', updated_at = null`);
      await query(`update public.campaign_steps set updated_at = '2026-01-02'`);
      await query('alter table public.campaigns enable trigger user');
      await query('alter table public.campaign_steps enable trigger user');
      await actAs('member');
    };
    const isChanged = async () =>
      new Date(String((await counts(transaction))?.changed_at)).getFullYear() > 2025 &&
      Date.now() - new Date(String((await counts(transaction))?.changed_at)).getTime() < 60_000;
    const campaign = world.id('acme campaign');
    for (const [change, values, expected] of [
      [`update public.leads set is_approved = not is_approved where id = $1`, [world.id('acme lead')], false],
      [`update public.campaigns set name = 'Renamed' where id = $1`, [campaign], true],
      [`update public.campaign_steps set message_content = 'New' where campaign_id = $1`, [campaign], true],
      ['delete from public.campaign_steps where campaign_id = $1', [campaign], true],
    ] as const) {
      await age();
      expect(await isChanged()).toBe(false);
      await query(change, [...values]);
      expect([change, await isChanged()]).toEqual([change, expected]);
    }
  }));
