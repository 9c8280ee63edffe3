// In charge of what the database holds, as the row API sees it: relations, their relationships and the functions of the exposed schemas.

export type Column = {
  name: string;
  /** The qualified name of its type, ready to stand in a cast. */
  type: string;
  /** The type beneath its domain. */
  baseType: string;
  /** The expression that fills it when an insert leaves it out; null if that is null. */
  fallback: string | null;
};

export type Relation = {
  schema: string;
  name: string;
  isView: boolean;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
};

export type Cardinality = 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many';

export type ColumnPair = readonly [near: string, far: string];

/** A way from one relation to another. `near` columns are the origin's; of a junction they are its own. */
export type Relationship = {
  cardinality: Cardinality;
  constraint: string;
  origin: string;
  target: string;
  /** Origin's column and target's column; empty for many-to-many. */
  columns: readonly ColumnPair[];
  junction?: {
    relation: string;
    constraints: readonly [toOrigin: string, toTarget: string];
    /** Junction's column and origin's column. */
    toOrigin: readonly ColumnPair[];
    /** Junction's column and target's column. */
    toTarget: readonly ColumnPair[];
  };
};

export type Argument = { name: string; type: string; isRequired: boolean; isVariadic: boolean };

/** What PostgREST calls the one column of a function that returns bare values. */
export const scalarColumn = 'pgrst_scalar';

export type Routine = {
  schema: string;
  name: string;
  arguments: readonly Argument[];
  isVolatile: boolean;
  returnsSet: boolean;
  returns:
    | { kind: 'void' }
    /** A bare value, in one column named `scalarColumn`. */
    | { kind: 'scalar'; columns: ReadonlyMap<string, Column> }
    /** A row of a relation of the same schema, or of columns that belong to the function alone. */
    | { kind: 'row'; relation?: string; columns: ReadonlyMap<string, Column> };
};

export type SchemaCatalog = {
  relations: ReadonlyMap<string, Relation>;
  /** By the name of the relation they start from. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Overloads by name. */
  routines: ReadonlyMap<string, readonly Routine[]>;
};

export type Catalog = {
  schemas: ReadonlyMap<string, SchemaCatalog>;
  /** What a cast may name, in any spelling, to the type's qualified name. */
  types: ReadonlyMap<string, string>;
};

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one';
