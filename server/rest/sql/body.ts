// The body of the response, built by PostgreSQL: one result row per response row, so that neither side needs all of it in memory.
import { scalarColumn } from '../catalog/catalog.ts';
import type { Format, ReadNode } from '../plan/plan.ts';
import type { Parameters } from './parameters.ts';
import { rowsSql } from './rows.ts';

type Extras = {
  /** Common table expressions. */
  tables?: string[];
  /** Further columns, equal in all rows. */
  columns?: string[];
  /** Selects the values of `scalarColumn` instead of rows. */
  isScalar?: boolean;
};

/**
 * Selects `body`, the text of a row; for CSV also `head`, the header line, in the first row. With `columns`, a node without rows gives one row whose
 * body is null. For the format `nothing` it selects `page`, the number of rows.
 */
export function shownSql(node: ReadNode, format: Format, parameters: Parameters, extras: Extras): string {
  const { tables = [], columns = [], isScalar = false } = extras;
  const before = tables.length > 0 ? `with ${tables.join(', ')} ` : '';
  // Citus cannot store the rows of a subquery without columns.
  const rows = `(${rowsSql(node, parameters, false, 'null')}) shown`;
  if (format.kind === 'nothing') return `${before}select ${['count(*) as page', ...columns].join(', ')} from ${rows}`;
  const body = node.outputs.length === 0 ? emptySql(format) : bodySql(format, isScalar);
  const bodies = `select ${body} from ${rows}`;
  if (columns.length === 0) return before + bodies;
  return `${before}select shown.*, counts.* from (select ${columns.join(', ')}) counts left join (${bodies}) shown on true`;
}

const emptySql = ({ kind }: Format) => (kind === 'csv' ? `'' as body, '' as head` : `'{}' as body`);

function bodySql({ kind, stripsNulls }: Format, isScalar: boolean): string {
  if (kind === 'csv') return `substring(shown::text, 2, length(shown::text) - 2) as body, ${csvHead} as head`;
  const row = isScalar ? `to_json(shown.${scalarColumn})` : 'row_to_json(shown.*)';
  const body = stripsNulls ? `json_strip_nulls(${row})` : row;
  return isScalar ? `coalesce(${body}::text, 'null') as body` : `${body}::text as body`;
}

/** The keys of the first row. Rows are in PostgreSQL's record format without parentheses. */
const csvHead = `case when row_number() over () = 1 then (
  select coalesce(string_agg(case when key ~ '[",\\n\\r]' then '"' || replace(key, '"', '""') || '"' else key end, ','), '')
  from json_object_keys(row_to_json(shown.*)) key
) end`;
