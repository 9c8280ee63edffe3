// Selects the rows of a resource, with embedded resources as subqueries.
import { responseLimits } from '#server/limits.ts';
import {
  countsRows,
  type Join,
  type Output,
  type PlannedCondition,
  type PlannedOrder,
  type ReadNode,
} from '../plan/plan.ts';
import { operandSql, testSql } from './comparisons.ts';
import { type Parameters, qualified, quoteColumn, quoted } from './parameters.ts';

/** The common table expression with the result of a write or call. */
export const returned = 'returned';

/** Selects the rows of a node, with `empty` where it has no column. To-one embeds are limited to one row, because a view may have duplicates. */
export function rowsSql(node: ReadNode, parameters: Parameters, isToOne = false, empty = ''): string {
  const outputs = node.outputs.map((output) => outputSql(output, parameters)).join(', ');
  const spreads = node.outputs.filter((output) => output.kind === 'spread');
  const laterals = spreads.map(
    (spread) => ` left join lateral (${rowsSql(spread.node, parameters, true)}) ${quoted(spread.node.alias)} on true`,
  );
  const limit = isToOne ? 1 : node.limit;
  return [
    `select ${outputs || empty} from ${fromSql(node)}${laterals.join('')}`,
    whereSql(node, parameters),
    orderSql(node.order, parameters),
    limit === undefined ? '' : ` limit ${parameters.add(String(limit))}`,
    node.offset === undefined ? '' : ` offset ${parameters.add(String(node.offset))}`,
  ].join('');
}

export function conditionSql(condition: PlannedCondition, parameters: Parameters): string {
  const sql = positiveSql(condition, parameters);
  return condition.isNegated ? `not (${sql})` : sql;
}

function positiveSql(condition: PlannedCondition, parameters: Parameters): string {
  if (condition.kind === 'presence') return existenceSql(condition.node, parameters);
  if (condition.kind === 'test') return testSql(condition.operand, condition.test, parameters);
  return `(${condition.conditions.map((part) => conditionSql(part, parameters)).join(` ${condition.operator} `)})`;
}

/** Whether a node has rows for the current row of its parent. */
function existenceSql(node: ReadNode, parameters: Parameters): string {
  if (countsRows(node)) return 'true';
  return `exists (select from ${fromSql(node)}${whereSql(node, parameters)})`;
}

/** Counts the rows of a node without limit and offset. */
export function countSql(node: ReadNode, parameters: Parameters): string {
  return `select count(*) from ${fromSql(node)}${whereSql(node, parameters)}`;
}

function fromSql({ source, alias, junction }: ReadNode): string {
  const rows = source.kind === 'returned' ? quoted(returned) : qualified(source.name);
  const through = junction ? `${qualified(junction.name)} ${quoted(junction.alias)} cross join ` : '';
  return `${through}${rows} ${quoted(alias)}`;
}

function whereSql({ joins, conditions }: ReadNode, parameters: Parameters): string {
  const all = [...joins.map(joinSql), ...conditions.map((condition) => conditionSql(condition, parameters))];
  return all.length > 0 ? ` where ${all.join(' and ')}` : '';
}

const joinSql = ({ near, far }: Join) =>
  `${quoteColumn(far.alias, far.column)} = ${quoteColumn(near.alias, near.column)}`;

function outputSql(output: Output, parameters: Parameters): string {
  if (output.kind === 'all') return `${quoted(output.alias)}.*`;
  if (output.kind === 'spread') return `${quoted(output.node.alias)}.*`;
  if (output.kind === 'embed') return `(${embedSql(output, parameters)}) as ${quoted(output.name)}`;
  const sql = operandSql(output.operand, parameters);
  return `${output.cast ? `(${sql})::${output.cast}` : sql} as ${quoted(output.name)}`;
}

function embedSql({ node, isToOne }: Extract<Output, { kind: 'embed' }>, parameters: Parameters): string {
  const rows = rowsSql(node, parameters, isToOne);
  if (isToOne) return `select row_to_json(one.*) from (${rows}) one`;
  return `select coalesce(json_agg(many.*) filter (where ${isCounted}), '[]') from (${rows}) many`;
}

const size = 'octet_length(many::text)';
const counter = 'rest.embedded';
const counted = `coalesce(nullif(current_setting('${counter}', true), '')::int, 0) + ${size}`;

/**
 * True, or the error of `isTooLarge`. PostgreSQL builds an embedded list before it sends any of it, so its size is counted in a transaction-local
 * setting. Rows below 1 KB are not counted: a list has at most a thousand of them, and is counted as a value of its parent row.
 */
const isCounted = `${size} < 1024 or case when set_config('${counter}', (${counted})::text, true)::int > ${2 * responseLimits.one} then repeat(' ', greatest(${size}, 2147483647)) is null else true end`;

function orderSql(order: readonly PlannedOrder[], parameters: Parameters): string {
  if (order.length === 0) return '';
  const terms = order.map(({ operand, through, isDescending, nulls }) => {
    const own = operandSql(operand, parameters);
    const value = through ? `(select ${own} from ${fromSql(through)}${whereSql(through, parameters)} limit 1)` : own;
    return `${value}${isDescending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`;
  });
  return ` order by ${terms.join(', ')}`;
}
