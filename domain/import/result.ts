export type RowError = { row: number; error: string };

/** totalRows = successfulRows + duplicateRows + errorRows; companiesCreated is 0 for a company import. */
const noRows = { totalRows: 0, successfulRows: 0, duplicateRows: 0, errorRows: 0, companiesCreated: 0 };

type ImportCounts = typeof noRows;

export type ImportResult = ImportCounts & {
  importId: string;
  errors: RowError[];
  /** How many of the duplicates updated a row; only where updating was chosen. */
  updatedRows?: number;
};

/** The sums over all chunks so far; `importId` is null until the first result. */
export type ImportTotals = Omit<ImportResult, 'importId'> & { importId: string | null };

export const emptyTotals: ImportTotals = { importId: null, ...noRows, errors: [] };

/** Adds the result of a chunk. */
export function addResult(totals: ImportTotals, result: ImportResult): ImportTotals {
  const counts = Object.keys(noRows) as (keyof ImportCounts)[];
  return {
    importId: result.importId,
    ...(Object.fromEntries(counts.map((count) => [count, totals[count] + result[count]])) as ImportCounts),
    errors: [...totals.errors, ...result.errors],
    ...(result.updatedRows !== undefined && { updatedRows: (totals.updatedRows ?? 0) + result.updatedRows }),
  };
}

/** Replaces the errors of rows that were imported again by their result. */
export function addCorrections(totals: ImportTotals, corrected: readonly number[], result: ImportResult): ImportTotals {
  const remaining = totals.errors.filter(({ row }) => !corrected.includes(row));
  const added = addResult({ ...totals, errors: remaining }, result);
  return {
    ...added,
    totalRows: added.totalRows - corrected.length,
    errorRows: added.errorRows - corrected.length,
    errors: added.errors.toSorted((one, other) => one.row - other.row),
  };
}

/** Adds a row that was rejected before it was sent. */
export function addRowError(totals: ImportTotals, error: RowError): ImportTotals {
  return {
    ...totals,
    totalRows: totals.totalRows + 1,
    errorRows: totals.errorRows + 1,
    errors: [...totals.errors, error],
  };
}
