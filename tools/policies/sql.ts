// Writes the policies as SQL.
import { type CallerSql, type Policy, type Privileges, rights } from './rights.ts';

/** How a policy finds the caller: by sub-selects, which are computed once per statement, or by settings of the request, since policies of distributed tables cannot have sub-selects. */
export type PolicyForm = 'plain' | 'citus';

const plain: CallerSql = {
  isAdmin: '(select private.is_admin())',
  customerIds: 'array(select private.my_customer_ids())',
  userId: '(select private.caller_id())',
};
const callers: Record<PolicyForm, CallerSql> = {
  plain,
  citus: {
    isAdmin: 'private.request_is_admin()',
    customerIds: 'private.request_customer_ids()',
    userId: 'private.request_user_id()',
  },
};

/**
 * Statements that create the policies of these tables, by default of all, and replace those of the same names.
 * Tables of accounts and rights have the plain form in both, because they are not distributed.
 */
export const policySql = (form: PolicyForm, tables?: readonly string[]): string =>
  policyStatements(form, tables)
    .map((statement) => `${statement};`)
    .join('\n');

/** Statements that grant the roles of the API their rights to these tables, by default to all. */
export const grantSql = (tables?: readonly string[]): string =>
  rights
    .filter(({ table }) => !tables || tables.includes(table))
    .flatMap(({ table, users, service }) => [
      `revoke all on public.${table} from public, anon, authenticated, service_role;`,
      `grant ${privilegeSql(users)} on public.${table} to authenticated;`,
      `grant ${privilegeSql(service)} on public.${table} to service_role;`,
    ])
    .join('\n');

const privilegeSql = (privileges: Privileges): string =>
  Object.entries(privileges)
    .map(([verb, columns]) => (Array.isArray(columns) ? `${verb} (${columns.join(', ')})` : verb))
    .join(', ');

/** As policySql: Citus takes one statement at a time. */
export function policyStatements(form: PolicyForm, tables?: readonly string[]): string[] {
  const wanted = rights.filter(({ table }) => !tables || tables.includes(table));
  return wanted.flatMap(({ table, isLocal, policies }) =>
    policies.flatMap((policy) => createPolicy(table, policy, callers[isLocal ? 'plain' : form])),
  );
}

/** The tables whose policies have another form on Citus. */
export const distributedTables = rights.filter(({ isLocal }) => !isLocal).map(({ table }) => table);

/** The condition that the caller is an administrator, for the triggers that have it. */
export const isAdminSql = (form: PolicyForm): string => callers[form].isAdmin;

function createPolicy(table: string, { name, audience, verb, rows, newRows }: Policy, caller: CallerSql): string[] {
  const on = `"${name}" on public.${table}`;
  const clauses = [
    `create policy ${on} for ${verb} to ${audience === 'the service' ? 'service_role' : 'authenticated'}`,
    rows && `using (${rows(caller)})`,
    newRows && `with check (${newRows(caller)})`,
  ];
  return [`drop policy if exists ${on}`, clauses.filter(Boolean).join('\n  ')];
}
