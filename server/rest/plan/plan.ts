// The plan of a request: what to read, write or call, with all names resolved.
import type { Argument, CatalogColumn, Relation, Routine } from '../catalog/catalog.ts';
import type { Test } from '../request/filter.ts';
import type { JsonStep } from '../request/names.ts';

/** The source of rows: a relation, or the result of the write or call of the same statement. */
export type Source = { kind: 'relation'; name: string } | { kind: 'returned' };

/** A column of `alias`, or a value within its JSON; with `isRowCount`, the number of its rows. */
export type Operand = { alias: string; column: string; type: string; path: readonly JsonStep[]; isRowCount?: true };

export type Output =
  | { kind: 'all'; alias: string }
  | { kind: 'column'; operand: Operand; cast?: string; name: string }
  | { kind: 'embed'; name: string; isToOne: boolean; node: ReadNode }
  | { kind: 'spread'; node: ReadNode };

export type PlannedCondition =
  | { kind: 'test'; isNegated: boolean; operand: Operand; test: Test }
  | { kind: 'tree'; isNegated: boolean; operator: 'and' | 'or'; conditions: PlannedCondition[] }
  /** The embedded node has rows. */
  | { kind: 'presence'; isNegated: boolean; node: ReadNode };

/** `through` is a to-one node whose column orders its parent. */
export type PlannedOrder = { operand: Operand; through?: ReadNode; isDescending: boolean; nulls?: 'first' | 'last' };

/** Equal columns of two aliases. */
export type Join = { near: { alias: string; column: string }; far: { alias: string; column: string } };

/** A resource with its embedded resources. */
export type ReadNode = {
  alias: string;
  source: Source;
  junction?: { alias: string; name: string };
  joins: Join[];
  outputs: Output[];
  conditions: PlannedCondition[];
  order: PlannedOrder[];
  limit?: number;
  offset?: number;
};

/** Whether a node counts its rows, which always gives one row. */
export const countsRows = ({ outputs }: ReadNode): boolean =>
  outputs.some((output) => output.kind === 'column' && output.operand.isRowCount);

export type Format = {
  kind: 'array' | 'object' | 'csv' | 'nothing';
  stripsNulls: boolean;
  /** Text between two items of an array. */
  separator: string;
};

/** The separators in the output of json_agg for rows or arrays and for other values, and of json_strip_nulls. */
export const separators = { rows: ', \n ', values: ', ', stripped: ',' };

/** Planned and estimated totals are exact too, because the planner's estimate would include rows of other customers. */
export type ReadPlan = { kind: 'read'; relation: string; root: ReadNode; hasTotal: boolean; format: Format };

export type Conflict = { columns: string[]; resolution: 'merge' | 'ignore' };

export type TableChange =
  | {
      kind: 'insert';
      alias: string;
      columns: CatalogColumn[];
      /** Missing columns get their default instead of null. */
      fillsDefaults: boolean;
      conflict?: Conflict;
      json: string;
    }
  | { kind: 'update'; alias: string; columns: CatalogColumn[]; conditions: PlannedCondition[]; json: string }
  | { kind: 'delete'; alias: string; conditions: PlannedCondition[] };

export type WritePlan = {
  kind: 'write';
  relation: Relation;
  change: TableChange;
  /** The columns that `root` needs, or '*'. */
  returning: '*' | string[];
  /** The response rows, with `return=representation`. */
  root?: ReadNode;
  /** The primary key, for the Location of an inserted row. */
  location?: string[];
  format: Format;
};

export type CallPlan = {
  kind: 'call';
  routine: Routine;
  isReadOnly: boolean;
  arguments: /** Each one as text. */
    | { kind: 'texts'; passed: { argument: Argument; value: string }[] }
    /** All in one JSON object. */
    | { kind: 'object'; passed: Argument[]; json: string }
    /** The body is the only, unnamed argument. */
    | { kind: 'body'; type: string; json: string };
  /** The response rows; a scalar is one column of one row. Undefined for void. */
  root?: ReadNode;
  hasTotal: boolean;
  format: Format;
};

/** `timeout`, in milliseconds, replaces a longer statement timeout. */
export type Plan = (ReadPlan | WritePlan | CallPlan) & { timeout?: number };

/** An array literal of PostgreSQL. The context determines the type of its elements. */
export const arrayLiteral = (values: readonly string[]) =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
