// Distributes the tables of customers' rows by customer_id, as the catalog and the rights describe them, so that a later migration needs no change here.
import { isDeepStrictEqual } from 'node:util';
import type { Query } from '#server/database/connections/pool.ts';
import { rights } from '../policies/rights.ts';
import { distributedTables, isAdminSql, policyStatements } from '../policies/sql.ts';
import { distributeFunctions } from './functions.ts';

/** Tables without customer_id are the same for all customers, and stored on every node. */
type UndistributedTable = { relation: string; isReference: boolean };
type TriggerDefinition = { relation: string; name: string; definition: string };
type DroppedKey = { relation: string; name: string; definition: string; isToDistributed: boolean };

const NO_CUSTOMER = '00000000-0000-0000-0000-000000000000';

const hasCustomer = `exists (select from pg_attribute where attrelid = c.oid and attname = 'customer_id' and not attisdropped)`;

/** The tables of the rights, those of schema private with customer_id except jobs and the outbox, of which workers lock the next row of all customers, and the secret of the hashes that statements on shards compare with, that are not distributed yet; parents first. */
export async function undistributedTables(query: Query): Promise<UndistributedTable[]> {
  const { rows } = await query<UndistributedTable>(
    `select c.oid::regclass::text as relation, not ${hasCustomer} as "isReference"
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and not exists (select from pg_dist_partition where logicalrelid = c.oid)
       and (nspname = 'public' and relname = any ($1) or nspname = 'private' and (${hasCustomer} and relname not in ('jobs', 'deliveries') or relname = 'contact_secret'))
     order by 1`,
    [distributedTables],
  );
  return rows;
}

/** Returns the tables that it has distributed. */
export async function distributeTables(query: Query): Promise<string[]> {
  const tables = await undistributedTables(query);
  const names = tables.map(({ relation }) => relation);
  const keys = await takeForeignKeys(query, names);
  const triggers = await takeTriggers(query, names);
  await dropPolicies(query, names);

  await query('set local citus.enable_ddl_propagation = off');
  for (const { relation, isReference } of tables) if (!isReference) await addCustomerToKeys(query, relation);
  await query('set local citus.enable_ddl_propagation = on');
  for (const { relation, isReference } of tables) {
    if (isReference) await query('select create_reference_table($1)', [relation]);
    else {
      await query(`select create_distributed_table($1, 'customer_id', colocate_with => $2)`, [
        relation,
        await firstDistributedTable(query),
      ]);
    }
  }
  await distributeFunctions(query);
  for (const key of keys.filter(({ isToDistributed }) => isToDistributed)) {
    await query(`alter table ${key.relation} add constraint "${key.name}" ${withoutChanges(key.definition)}`);
  }
  for (const trigger of triggers) await query(onNodes(trigger.definition, isReferenceIn(tables, trigger.relation)));
  return names;
}

const isReferenceIn = (tables: UndistributedTable[], relation: string) =>
  tables.some((table) => table.relation === relation && table.isReference);

/** All tables have a customer's shards on the same node. */
async function firstDistributedTable(query: Query): Promise<string> {
  const { rows } = await query<{ relation: string }>(
    `select logicalrelid::text as relation from pg_dist_partition where partmethod = 'h' limit 1`,
  );
  return rows[0]?.relation ?? 'none';
}

/** Drops and returns the foreign keys from and to these tables. */
async function takeForeignKeys(query: Query, relations: string[]): Promise<DroppedKey[]> {
  const { rows } = await query<DroppedKey>(
    `select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition,
       confrelid::regclass::text = any ($1) or exists (select from pg_dist_partition where logicalrelid = confrelid) as "isToDistributed"
     from pg_constraint where contype = 'f' and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1))`,
    [relations],
  );
  for (const { relation, name } of rows) await query(`alter table ${relation} drop constraint "${name}"`);
  return rows;
}

/** A key that contains the column of the distribution cannot change children: they go with their parent, or keep it from being deleted. */
const withoutChanges = (definition: string): string =>
  definition.replace(/ on update cascade/i, '').replace(/ on delete set null( \(\w+\))?/i, '');

/** Drops and returns the triggers of these tables. */
async function takeTriggers(query: Query, relations: string[]): Promise<TriggerDefinition[]> {
  const { rows } = await query<TriggerDefinition>(
    `select tgrelid::regclass::text as relation, tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where not tgisinternal and tgrelid::regclass::text = any ($1) order by 2`,
    [relations],
  );
  for (const { relation, name } of rows) await query(`drop trigger "${name}" on ${relation}`);
  return rows;
}

/** Triggers ask the settings of the request. A table on every node has its triggers there too, of which those after a change run on the coordinator. */
function onNodes(definition: string, isReference: boolean): string {
  const adapted = definition.replace('private.is_admin()', isAdminSql('citus'));
  if (!isReference || !/^CREATE TRIGGER \w+ AFTER /.test(adapted) || adapted.includes('private.is_coordinator()'))
    return adapted;
  const condition = 'private.is_coordinator()';
  return adapted.includes(' WHEN (')
    ? adapted.replace(' WHEN (', ` WHEN (${condition} AND `)
    : adapted.replace(' EXECUTE ', ` WHEN (${condition}) EXECUTE `);
}

/** Replaces triggers that a later migration has created in the ordinary form, and returns their number. */
export async function correctTriggers(query: Query): Promise<number> {
  const { rows } = await query<TriggerDefinition & { isReference: boolean }>(
    `select tgrelid::regclass::text as relation, tgname as name, pg_get_triggerdef(oid) as definition, partmethod = 'n' as "isReference"
     from pg_trigger join pg_dist_partition on logicalrelid = tgrelid where not tgisinternal`,
  );
  const wrong = rows.filter(({ definition, isReference }) => onNodes(definition, isReference) !== definition);
  for (const { relation, name, definition, isReference } of wrong) {
    await query(`drop trigger "${name}" on ${relation}`);
    await query(onNodes(definition, isReference));
  }
  return wrong.length;
}

const calledFunctions = (sql: string) => [...new Set(sql.match(/private\.\w+/g))].sort();

async function dropPolicies(query: Query, relations: string[]): Promise<void> {
  const { rows } = await query<{ relation: string; name: string }>(
    `select polrelid::regclass::text as relation, polname as name from pg_policy where polrelid::regclass::text = any ($1)`,
    [relations],
  );
  for (const { relation, name } of rows) await query(`drop policy "${name}" on ${relation}`);
}

/** Gives each table the policies of the rights, where they differ in name or in the functions that they call. Returns the tables. */
export async function correctPolicies(query: Query): Promise<string[]> {
  const { rows } = await query<{ table: string; names: string[]; conditions: string }>(
    `select relname as table, array_remove(array_agg(polname::text order by polname), null) as names,
       concat(string_agg(pg_get_expr(polqual, oid_), ' '), string_agg(pg_get_expr(polwithcheck, oid_), ' ')) as conditions
     from (select oid as oid_, relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity) tables
     left join pg_policy on polrelid = oid_ group by relname`,
  );
  const corrected = rows.filter(({ table, names, conditions }) => {
    const expected = rights.find((entry) => entry.table === table)?.policies.map(({ name }) => name) ?? [];
    const called = calledFunctions(policyStatements('citus', [table]).join(' '));
    return !isDeepStrictEqual([names.toSorted(), calledFunctions(conditions)], [expected.toSorted(), called]);
  });
  const tables = corrected.map(({ table }) => table);
  await dropPolicies(query, tables);
  for (const statement of policyStatements('citus', tables)) await query(statement);
  return tables;
}

/** Unique keys of a distributed table contain the column that it is distributed by. Rows of no customer get the nil UUID. */
const addCustomerToKeys = (query: Query, relation: string) =>
  query(`do $$ declare key record; begin
    if exists (select from pg_attribute where attrelid = '${relation}'::regclass and attname = 'customer_id' and not attnotnull) then
      alter table ${relation} disable trigger user;
      update ${relation} set customer_id = '${NO_CUSTOMER}' where customer_id is null;
      alter table ${relation} alter column customer_id set default '${NO_CUSTOMER}', alter column customer_id set not null;
    end if;
    for key in
      select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = '${relation}'::regclass and contype in ('p', 'u')
        and not (select attnum from pg_attribute where attrelid = conrelid and attname = 'customer_id') = any (conkey)
    loop
      execute format('alter table ${relation} drop constraint %I, add constraint %I %s', key.name, key.name,
        regexp_replace(key.definition, '[)]', ', customer_id)'));
    end loop;
  end $$`);
