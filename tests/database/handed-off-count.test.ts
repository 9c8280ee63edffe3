import { expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

test('approved leads that were handed off from a campaign are counted, by audience, while the hand-off is ready', () =>
  world.transaction(async ({ actAs, query, outcome }) => {
    await query(world.withIds('delete from public.handed_off_leads where customer_id = :acme'));
    await query(
      world.withIds(`update public.hand_offs set state = 'ready', campaign_id = :acme campaign where id = :acme batch`),
    );
    await query(
      world.withIds(`update public.leads set is_approved = true, audience = 'Founders' where id = :acme lead`),
    );
    const count = async (audiences: string) => {
      await actAs('admin');
      const found = await outcome(world.withIds(`select public.count_handed_off(:acme, :acme campaign, ${audiences})`));
      await actAs('owner');
      return found;
    };
    expect(await count('null')).toBe('0');
    await query(
      world.withIds(
        `insert into public.handed_off_leads (customer_id, campaign_id, lead_id, hand_off_id, name)
         values (:acme, :acme campaign, :acme lead, :acme batch, 'Ada')`,
      ),
    );
    expect(await count('null')).toBe('1');
    expect(await count(`'{Founders}'`)).toBe('1');
    expect(await count(`'{""}'`)).toBe('0');
    await query(world.withIds('update public.leads set is_approved = false where id = :acme lead'));
    expect(await count('null')).toBe('0');
    expect(await count(`array[repeat('x', 100001)]`)).toBe(
      '22001 The audiences is too long: 100003 characters, at most 100000',
    );
  }));
