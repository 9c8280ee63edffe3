// The catalog: relations, relationships, functions and types of the exposed schema.
export type CatalogColumn = {
  name: string;
  /** The qualified name of its type, for a cast. */
  type: string;
  /** The base type of a domain. */
  baseType: string;
  /** The default expression, or null. */
  fallback: string | null;
};

export type Relation = {
  name: string;
  isView: boolean;
  columns: ReadonlyMap<string, CatalogColumn>;
  primaryKey: readonly string[];
};

export type Cardinality = 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many';

export type ColumnPair = readonly [near: string, far: string];

/** `near` columns belong to the origin, or to the junction. */
export type Relationship = {
  cardinality: Cardinality;
  constraint: string;
  origin: string;
  target: string;
  /** Columns of origin and target; empty for many-to-many. */
  columns: readonly ColumnPair[];
  junction?: {
    relation: string;
    constraints: readonly [toOrigin: string, toTarget: string];
    /** Columns of junction and origin. */
    toOrigin: readonly ColumnPair[];
    /** Columns of junction and target. */
    toTarget: readonly ColumnPair[];
  };
};

export type Argument = { name: string; type: string; isRequired: boolean; isVariadic: boolean };

/** PostgREST's name for the column of a function that returns a scalar. */
export const scalarColumn = 'pgrst_scalar';

export type Routine = {
  name: string;
  arguments: readonly Argument[];
  isVolatile: boolean;
  returnsSet: boolean;
  returns:
    | { kind: 'void' }
    /** One column named `scalarColumn`. */
    | { kind: 'scalar'; columns: ReadonlyMap<string, CatalogColumn> }
    /** A row of a relation, or with columns of its own. */
    | { kind: 'row'; relation?: string; columns: ReadonlyMap<string, CatalogColumn> };
};

export type Catalog = {
  relations: ReadonlyMap<string, Relation>;
  /** Relationships by the name of their origin. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Overloads by name. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** All names of a type, with its qualified name. */
  types: ReadonlyMap<string, string>;
};

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one';
