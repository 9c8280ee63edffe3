// Builds the statement of a plan: one result row per response row, with its text in `body`, and counts.
import type { Statement } from '#server/database/connections/caller-query.ts';
import type { Plan } from '../plan/plan.ts';
import { shownSql } from './body.ts';
import { callSql } from './call.ts';
import { Parameters } from './parameters.ts';
import { countSql } from './rows.ts';
import { writeSql } from './write.ts';

export function buildStatement(plan: Plan): Statement {
  const parameters = new Parameters();
  const text = statementSql(plan, parameters);
  return { text, values: parameters.values };
}

function statementSql(plan: Plan, parameters: Parameters): string {
  if (plan.kind === 'write') return writeSql(plan, parameters);
  if (plan.kind === 'call') return callSql(plan, parameters);
  const { root, hasTotal, format } = plan;
  const columns = hasTotal ? [`(${countSql(root, parameters)}) as total`] : [];
  return shownSql(root, format, parameters, { columns });
}
