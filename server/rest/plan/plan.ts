// In charge of the vocabulary of plans: what is to be read, written or called, with every name found in the catalogue.

import type { Argument, Column, Relation, Routine } from '../catalog/catalog.ts';
import type { Test } from '../request/filter.ts';
import type { JsonStep } from '../request/names.ts';

/** Where rows come from: a relation, or what a write or call of the same request has returned. */
export type Source = { kind: 'relation'; schema: string; name: string } | { kind: 'returned' };

/** A column of the rows that `alias` names, or a place inside its JSON. */
export type Operand = { alias: string; column: string; type: string; path: readonly JsonStep[] };

export type Output =
  | { kind: 'all'; alias: string }
  | { kind: 'column'; operand: Operand; cast?: string; name: string }
  | { kind: 'embed'; name: string; isToOne: boolean; node: ReadNode }
  | { kind: 'spread'; node: ReadNode };

export type PlannedCondition =
  | { kind: 'test'; isNegated: boolean; operand: Operand; test: Test }
  | { kind: 'tree'; isNegated: boolean; operator: 'and' | 'or'; conditions: PlannedCondition[] }
  /** The embedded node has rows, or with `isNegated` has none. */
  | { kind: 'presence'; isNegated: boolean; node: ReadNode };

/** `through` is the to-one node whose column orders its parent. */
export type PlannedOrder = { operand: Operand; through?: ReadNode; isDescending: boolean; nulls?: 'first' | 'last' };

/** Equal columns of two aliases. */
export type Join = { near: { alias: string; column: string }; far: { alias: string; column: string } };

/** One resource of a request with the resources embedded in it. */
export type ReadNode = {
  alias: string;
  source: Source;
  junction?: { alias: string; schema: string; name: string };
  joins: Join[];
  outputs: Output[];
  conditions: PlannedCondition[];
  order: PlannedOrder[];
  limit?: number;
  offset?: number;
};

export type Format = {
  kind: 'array' | 'object' | 'csv' | 'nothing';
  stripsNulls: boolean;
  /** What stands between two items of an array. */
  separator: string;
};

/** As PostgreSQL's json_agg, and so PostgREST, writes them: between rows or arrays, between other values, and where json_strip_nulls has written it all anew. */
export const separators = { rows: ', \n ', values: ', ', stripped: ',' };

/** A planned or estimated total is counted like an exact one: the planner's guess speaks of every customer's rows, whoever asks. */
export type ReadPlan = { kind: 'read'; relation: string; root: ReadNode; hasTotal: boolean; format: Format };

export type Conflict = { columns: string[]; resolution: 'merge' | 'ignore' };

export type Change =
  | {
      kind: 'insert';
      alias: string;
      columns: Column[];
      /** Columns that a row leaves out take their default instead of null. */
      fillsDefaults: boolean;
      conflict?: Conflict;
      json: string;
    }
  | { kind: 'update'; alias: string; columns: Column[]; conditions: PlannedCondition[]; json: string }
  | { kind: 'delete'; alias: string; conditions: PlannedCondition[] };

export type WritePlan = {
  kind: 'write';
  relation: Relation;
  change: Change;
  /** Columns given back to `root`; '*' for all; none when the number of rows is enough. */
  returning: '*' | string[];
  /** What is shown of the changed rows; absent without `return=representation`. */
  root?: ReadNode;
  /** The columns that address a single inserted row. */
  location?: string[];
  format: Format;
};

export type CallPlan = {
  kind: 'call';
  routine: Routine;
  isReadOnly: boolean;
  arguments: /** Each as text. */
    | { kind: 'texts'; passed: { argument: Argument; value: string }[] }
    /** All in one JSON object. */
    | { kind: 'object'; passed: Argument[]; json: string }
    /** The body itself is the only, unnamed argument. */
    | { kind: 'body'; type: string; json: string };
  /** What is shown of the rows returned, a scalar as the one column of one row; absent for void. */
  root?: ReadNode;
  hasTotal: boolean;
  format: Format;
};

/** `timeout` is how many milliseconds its statement may take, where that is less than others may. */
export type Plan = (ReadPlan | WritePlan | CallPlan) & { timeout?: number };
