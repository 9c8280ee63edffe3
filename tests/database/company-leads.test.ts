import { describe, expect, test } from 'vitest';
import { setUpWorld } from './world.ts';

const world = setUpWorld();

const leads = (company: string) => `select name from public.company_leads(:acme, :${company} company)`;
const company = (lead: string) => `select id from public.lead_company(:acme, :${lead} lead)`;

/** Acme has one company and three leads that name it; Globex has a lead that names a company like it. */
const prepare = async ({ query }: Parameters<Parameters<typeof world.transaction>[0]>[0]) => {
  await query(world.withIds(`update public.companies set name = 'Acorn  Ltd' where id = :acme company`));
  await query(
    world.withIds(`insert into public.leads (customer_id, name, company, created_at) values
      (:acme, 'Amelia', 'ACORN ltd', '2026-01-03'), (:acme, 'Bruno', ' Acorn Ltd ', '2026-01-02'),
      (:acme, 'Chen', 'Acorn Ltd', '2026-01-02'), (:acme, 'Dana', 'Acorn', '2026-01-04'),
      (:acme, 'Elif', null, '2026-01-04'), (:globex, 'Finn', 'Acorn Ltd', '2026-01-04')`),
  );
};

describe('company_leads', () => {
  test('company_leads returns the leads that name the company, to those who see its customer', async () => {
    expect(await world.outcomes(world.withIds(leads('acme')), [], { prepare })).toEqual({
      admin: 'Amelia Bruno Chen',
      member: 'Amelia Bruno Chen',
      neighbour: 'none',
      stranger: 'none',
      anonymous: '42501 permission denied for function company_leads',
    });
  });

  test('company_leads returns nothing for a company of another customer', async () => {
    const others = world.withIds('select name from public.company_leads(:globex, :acme company)');
    expect(await world.outcomes(others, [], { prepare })).toMatchObject({
      admin: 'none',
      member: 'none',
      neighbour: 'none',
    });
  });

  test('company_leads returns them page by page, newest first', () =>
    world.transaction(async (transaction) => {
      const { actAs, query } = transaction;
      await prepare(transaction);
      await actAs('member');
      const read = (after: unknown[]) =>
        query(
          world.withIds(
            'select name, created_at::text, id from public.company_leads(:acme, :acme company, $1, $2, page_size => 1)',
          ),
          after,
        );
      const names: unknown[] = [];
      let after: unknown[] = [null, null];
      for (let page = 0; page < 5; page += 1) {
        const [row] = await read(after);
        if (!row) break;
        names.push(row.name);
        after = [row.created_at, row.id];
      }
      expect(names[0]).toBe('Amelia');
      expect(names.slice(1).sort()).toEqual(['Bruno', 'Chen']);
    }));
});

describe('lead_company', () => {
  test('lead_company returns the company that the lead names, to those who see its customer', async () => {
    const namesIt = async (transaction: Parameters<typeof prepare>[0]) => {
      await prepare(transaction);
      await transaction.query(world.withIds(`update public.leads set company = 'acorn LTD' where id = :acme lead`));
    };
    expect(await world.outcomes(world.withIds(company('acme')), [], { prepare: namesIt })).toEqual({
      admin: 'acme company',
      member: 'acme company',
      neighbour: 'none',
      stranger: 'none',
      anonymous: '42501 permission denied for function lead_company',
    });
  });

  test('lead_company returns the oldest of several companies with one name, and nothing for a lead without a company', () =>
    world.transaction(async (transaction) => {
      const { actAs, query, outcome } = transaction;
      await prepare(transaction);
      await query(
        world.withIds(
          `insert into public.companies (customer_id, name, domain, created_at) values (:acme, 'Acorn Ltd', 'acorn.example', '2999-01-01')`,
        ),
      );
      await query(world.withIds(`update public.leads set company = 'Acorn Ltd' where id = :acme lead`));
      await actAs('member');
      expect(await outcome(world.withIds(company('acme')))).toBe('acme company');
      await actAs('owner');
      await query(world.withIds('update public.leads set company = null where id = :acme lead'));
      await actAs('member');
      expect(await outcome(world.withIds(company('acme')))).toBe('none');
    }));
});

describe('leads_of_rejected_companies', () => {
  const marked = `select name from public.leads
    where id in (select public.leads_of_rejected_companies(array(select id from public.leads)))`;

  test('leads_of_rejected_companies returns the leads whose company was rejected, to those who see their customer', async () => {
    const reject = async (transaction: Parameters<typeof prepare>[0]) => {
      await prepare(transaction);
      await transaction.query(
        world.withIds('update public.companies set is_approved = false where id = :acme company'),
      );
    };
    expect(await world.outcomes(marked, [], { prepare: reject })).toEqual({
      admin: 'Amelia Bruno Chen',
      member: 'Amelia Bruno Chen',
      neighbour: 'none',
      stranger: 'none',
      anonymous: '42501 permission denied for table leads',
    });
  });

  test('leads_of_rejected_companies returns nothing for leads of another customer, and takes at most 1,000', () =>
    world.transaction(async (transaction) => {
      const { actAs, outcome, query } = transaction;
      await prepare(transaction);
      await query('update public.companies set is_approved = false');
      const ids = (await query(`select id from public.leads where name in ('Amelia', 'Finn')`)).map(({ id }) => id);
      const call = 'select count(*) from public.leads_of_rejected_companies($1)';
      await actAs('admin');
      expect(await outcome(call, [ids])).toBe('1');
      await actAs('neighbour');
      expect(await outcome(call, [ids])).toBe('0');
      expect(await outcome(call, [Array(1001).fill(ids[0])])).toBe('22023 Too many ids: 1001, at most 1000');
    }));

  test('leads_of_rejected_companies leaves out leads whose company is approved or undecided', async () => {
    expect(await world.outcomes(marked, [], { prepare })).toMatchObject({ admin: 'none', member: 'none' });
  });
});
