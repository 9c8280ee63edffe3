// Writes the policies as SQL.
import { type CallerSql, type Policy, rights } from './rights.ts';

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

function createPolicy(table: string, { name, role, verb, rows, newRows }: Policy, caller: CallerSql): string[] {
  const on = `"${name}" on public.${table}`;
  const clauses = [
    `create policy ${on} for ${verb} to ${role}`,
    rows && `using (${rows(caller)})`,
    newRows && `with check (${newRows(caller)})`,
  ];
  return [`drop policy if exists ${on}`, clauses.filter(Boolean).join('\n  ')];
}
