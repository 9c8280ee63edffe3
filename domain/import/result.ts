// In charge of the answer of an import: its shape, and adding the answers of a file's chunks together.

export type RowError = { row: number; error: string };

/** totalRows = successfulRows + duplicateRows + errorRows; companiesCreated is 0 for a company import. */
export type ImportResult = {
  importId: string;
  totalRows: number;
  successfulRows: number;
  duplicateRows: number;
  errorRows: number;
  errors: RowError[];
  companiesCreated: number;
};

/** What a whole file came to so far; without an id as long as nothing has been sent. */
export type ImportTotals = Omit<ImportResult, 'importId'> & { importId: string | null };

export const emptyTotals: ImportTotals = {
  importId: null,
  totalRows: 0,
  successfulRows: 0,
  duplicateRows: 0,
  errorRows: 0,
  errors: [],
  companiesCreated: 0,
};

/** The totals with one more chunk's answer. */
export function addResult(totals: ImportTotals, result: ImportResult): ImportTotals {
  return {
    importId: result.importId,
    totalRows: totals.totalRows + result.totalRows,
    successfulRows: totals.successfulRows + result.successfulRows,
    duplicateRows: totals.duplicateRows + result.duplicateRows,
    errorRows: totals.errorRows + result.errorRows,
    errors: [...totals.errors, ...result.errors],
    companiesCreated: totals.companiesCreated + result.companiesCreated,
  };
}

/** The totals with one more row that was refused before anything was sent. */
export function addRowError(totals: ImportTotals, error: RowError): ImportTotals {
  return {
    ...totals,
    totalRows: totals.totalRows + 1,
    errorRows: totals.errorRows + 1,
    errors: [...totals.errors, error],
  };
}
