// Builds the statement of a plan: one result row per response row, with its text in `body`, and counts.
import type { Statement } from '#server/database/connections/caller-query.ts';
import { scalarColumn } from '../catalog/catalog.ts';
import type { CallPlan, Plan } from '../plan/plan.ts';
import { shownSql } from './body.ts';
import { Parameters, qualified, quoted } from './parameters.ts';
import { countSql, returned } from './rows.ts';
import { recordSql, writeSql } from './write.ts';

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

/** The call is a common table expression, so that the function runs once. */
function callSql(plan: CallPlan, parameters: Parameters): string {
  const { routine, root, format, hasTotal } = plan;
  const isScalar = routine.returns.kind === 'scalar';
  const call = callFromSql(plan, parameters);
  if (!root) return `with ${returned} as (select from ${call} as result) select count(*) as page from ${returned}`;
  const result = isScalar ? `result(${scalarColumn})` : 'result';
  const tables = [`${returned} as (select result.* from ${call} as ${result})`];
  const columns = hasTotal ? [`(${countSql(root, parameters)}) as total`] : [];
  return shownSql(root, format, parameters, { tables, columns, isScalar });
}

function callFromSql({ routine, arguments: passedArguments }: CallPlan, parameters: Parameters): string {
  const name = qualified(routine.name);
  if (passedArguments.kind === 'body')
    return `${name}(${parameters.add(passedArguments.json)}::${passedArguments.type})`;
  if (passedArguments.kind === 'texts') {
    return `${name}(${passedArguments.passed
      .map(({ argument, value }) => argumentSql(argument, `${parameters.add(value)}::${argument.type}`))
      .join(', ')})`;
  }
  if (passedArguments.passed.length === 0) return `${name}()`;
  const record = recordSql(passedArguments.passed, passedArguments.json, parameters);
  const passed = passedArguments.passed.map((argument) => argumentSql(argument, `body.${quoted(argument.name)}`));
  return `${record}, lateral ${name}(${passed.join(', ')})`;
}

const argumentSql = ({ name, isVariadic }: { name: string; isVariadic: boolean }, value: string) =>
  `${isVariadic ? 'variadic ' : ''}${name === '' ? '' : `${quoted(name)} => `}${value}`;
