// The tables and functions of domain/database.types.ts in the form that postgrest-js reads.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** JSON can always be null; such columns are among the defaults. */
type Nullable<Row> = {
  [Column in keyof Row]: Json extends Row[Column] ? never : null extends Row[Column] ? Column : never;
}[keyof Row];
type Flat<Columns> = { [Column in keyof Columns]: Columns[Column] };

/** Columns that are nullable or have a default may be left out when a row is inserted; generated ones cannot be written. */
export type Table<Row, Defaults extends keyof Row = never, Relationships = [], Generated extends keyof Row = never> = {
  Row: Row;
  Insert: Flat<
    Omit<Row, Nullable<Row> | Defaults | Generated> &
      Partial<Pick<Row, Exclude<Nullable<Row> | Defaults, Generated>>> & { [Column in Generated]?: never }
  >;
  Update: Flat<Partial<Omit<Row, Generated>> & { [Column in Generated]?: never }>;
  Relationships: Relationships;
};

export type View<Row> = { Row: Row; Relationships: [] };

export type Reference<Name, Columns, Target, IsOneToOne = false> = {
  foreignKeyName: Name;
  columns: Columns;
  isOneToOne: IsOneToOne;
  referencedRelation: Target;
  referencedColumns: string[];
};

export type ReturnsRows<
  Tables extends Record<string, { Row: object }>,
  Name extends keyof Tables,
  IsSet extends boolean,
  Args,
> = {
  Args: Args;
  Returns: IsSet extends true ? Tables[Name]['Row'][] : Tables[Name]['Row'];
  SetofOptions: { from: '*'; to: Name; isOneToOne: false; isSetofReturn: IsSet };
};
