// In charge of the answer's text, made by PostgreSQL itself: rows gathered to JSON or CSV in one select.
import { scalarColumn } from '../catalog/catalog.ts';
import type { Format, ReadNode } from '../plan/plan.ts';
import type { Parameters } from './parameters.ts';
import { rowsSql } from './rows.ts';

type Surroundings = {
  /** Common tables that stand before the select. */
  tables?: string[];
  /** Columns beside `page` and `body`. */
  columns?: string[];
  /** Shows the bare values of `scalarColumn` instead of rows. */
  isScalar?: boolean;
};

/** Selects `page` (how many rows) and `body` (their text, unless the format is nothing) of a node. */
export function shownSql(
  node: ReadNode,
  { kind, stripsNulls }: Format,
  parameters: Parameters,
  { tables = [], columns = [], isScalar = false }: Surroundings = {},
): string {
  const rows = rowsSql(node, parameters);
  const row = isScalar ? `shown.${scalarColumn}` : 'shown.*';
  const gathered = stripsNulls ? `json_agg(json_strip_nulls(to_json(${row})))` : `json_agg(${row})`;
  const body = {
    array: `coalesce(${gathered}, '[]')::text as body`,
    object: `coalesce(${gathered} -> 0, 'null')::text as body`,
    csv: `${csvBody} as body`,
    nothing: null,
  }[kind];
  const selected = ['count(*) as page', ...(body === null ? [] : [body]), ...columns].join(', ');
  const isNamed = kind === 'csv';
  const all = isNamed ? [...tables, `shown as (${rows})`] : tables;
  const before = all.length > 0 ? `with ${all.join(', ')} ` : '';
  return `${before}select ${selected} from ${isNamed ? 'shown' : `(${rows}) shown`}`;
}

/** A head of the first row's keys, then each row in PostgreSQL's record form without its parentheses. */
const csvBody = `(
  select coalesce(string_agg(case when key ~ '[",\\n\\r]' then '"' || replace(key, '"', '""') || '"' else key end, ','), '')
  from json_object_keys((select row_to_json(first.*) from (select * from shown limit 1) first)) key
) || E'\\n' || coalesce(string_agg(substring(shown::text, 2, length(shown::text) - 2), E'\\n'), '')`;
