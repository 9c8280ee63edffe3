// In charge of the whole statement of a plan. Its one row tells `page` (rows shown) and `body` (the answer's text), and where asked `total`.
import type { Statement } from '../../database/caller-query.ts';
import type { Plan, ReadPlan } from '../plan/plan.ts';
import { shownSql } from './body.ts';
import { callSql } from './call.ts';
import { Parameters } from './parameters.ts';
import { countSql, plannedRowsSql } from './rows.ts';
import { writeSql } from './write.ts';

/** An estimated total is counted exactly up to `maxRows` rows. */
export function buildStatement(plan: Plan, maxRows: number): Statement {
  const parameters = new Parameters();
  const text = statementSql(plan, parameters, maxRows);
  return { text, values: parameters.values };
}

/** Asks the planner how many rows it expects of a read, its window aside; the one column holds EXPLAIN's JSON. */
export function buildEstimate({ root }: ReadPlan): Statement {
  const parameters = new Parameters();
  const text = `explain (format json) ${plannedRowsSql(root, parameters)}`;
  return { text, values: parameters.values };
}

function statementSql(plan: Plan, parameters: Parameters, maxRows: number): string {
  if (plan.kind === 'write') return writeSql(plan, parameters);
  if (plan.kind === 'call') return callSql(plan, parameters);
  const { root, total, format } = plan;
  const most = total === 'estimated' ? maxRows + 1 : undefined;
  const isCounted = total === 'exact' || total === 'estimated';
  return shownSql(root, format, parameters, {
    columns: isCounted ? [`(${countSql(root, parameters, most)}) as total`] : [],
  });
}
