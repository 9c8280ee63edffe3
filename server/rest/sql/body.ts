// The answer's text, made by PostgreSQL itself, a row of the result for each row shown: neither side holds more of it than it has sent on.
import { scalarColumn } from '../catalog/catalog.ts';
import type { Format, ReadNode } from '../plan/plan.ts';
import type { Parameters } from './parameters.ts';
import { rowsSql } from './rows.ts';

type Surroundings = {
  /** Common tables that stand before the select. */
  tables?: string[];
  /** Columns beside `body`, the same in each row. */
  columns?: string[];
  /** Shows the bare values of `scalarColumn` instead of rows. */
  isScalar?: boolean;
};

/**
 * Selects `body`, the text of one row of a node; of CSV also `head`, the names of its columns, in the first one. Where there are `columns`, a
 * node without rows gives one row whose body is null. Of a format that shows nothing it selects `page`, how many rows there are.
 */
export function shownSql(
  node: ReadNode,
  format: Format,
  parameters: Parameters,
  { tables = [], columns = [], isScalar = false }: Surroundings = {},
): string {
  const before = tables.length > 0 ? `with ${tables.join(', ')} ` : '';
  const rows = `(${rowsSql(node, parameters)}) shown`;
  if (format.kind === 'nothing') return `${before}select ${['count(*) as page', ...columns].join(', ')} from ${rows}`;
  const bodies = `select ${bodySql(format, isScalar)} from ${rows}`;
  if (columns.length === 0) return before + bodies;
  return `${before}select shown.*, counts.* from (select ${columns.join(', ')}) counts left join (${bodies}) shown on true`;
}

function bodySql({ kind, stripsNulls }: Format, isScalar: boolean): string {
  if (kind === 'csv') return `substring(shown::text, 2, length(shown::text) - 2) as body, ${csvHead} as head`;
  const row = isScalar ? `to_json(shown.${scalarColumn})` : 'row_to_json(shown.*)';
  const body = stripsNulls ? `json_strip_nulls(${row})` : row;
  return isScalar ? `coalesce(${body}::text, 'null') as body` : `${body}::text as body`;
}

/** The keys of the first row; the rows themselves are in PostgreSQL's record form without its parentheses. */
const csvHead = `case when row_number() over () = 1 then (
  select coalesce(string_agg(case when key ~ '[",\\n\\r]' then '"' || replace(key, '"', '""') || '"' else key end, ','), '')
  from json_object_keys(row_to_json(shown.*)) key
) end`;
