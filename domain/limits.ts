// In charge of the product's numbers that more than one room must agree on. Refuses numbers that only one screen or one table needs.

/** Ids sent in one call of a bulk action (SPEC §9). */
export const batchSizes = { audience: 100, approve: 200, delete: 200 } as const;

/** What the import wizard shows of a file and of its result (SPEC §9). */
export const importPreview = { rows: 5, errors: 10 } as const;

/** The most that one call of import-csv-data carries: data rows, columns, and bytes of csvData in UTF-8, its header row included. */
export const importChunk = { rows: 5_000, columns: 1_000, bytes: 4 * 1024 * 1024 } as const;

/** The largest body of a function's call, in bytes: csvData of 4 MiB may be six times as long where JSON must escape each character of it; the others are a few short texts. */
export const largestCall = { import: 25 * 1024 * 1024, other: 64 * 1024 } as const;

/** The longest texts that the database takes, in code points; those of imported columns are in import/targets.ts. */
export const textLengths = {
  email: 255,
  fullName: 200,
  customerName: 500,
  campaignName: 200,
  stepSubject: 300,
  stepMessage: 10_000,
  audience: 100,
  fileName: 255,
  searchTerm: 200,
} as const;

/** Of an account's user_metadata in all, as PostgreSQL writes it. */
export const userMetadataBytes = 8 * 1024;

/** What JSON may be that a caller sends: how deep it is nested, how many members one object has, how many objects and lists there are in all, and how many values. Half a million different texts take a fifth of a second to parse, in which nobody else is served. */
export const jsonBounds = { depth: 64, members: 2_000, nodes: 200_000, values: 500_000 };

/** The same of a body for the accounts, whose largest part is 8 KiB of metadata. */
export const accountJsonBounds = { ...jsonBounds, nodes: 10_000, values: 50_000 };
