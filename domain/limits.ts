/** Ids in one request of a bulk action (SPEC §9). */
export const batchSizes = { audience: 100, approve: 200, delete: 200 } as const;

/** Rows and errors that the import wizard shows (SPEC §9). */
export const importPreview = { rows: 5, errors: 10 } as const;

/** Limits of one import request: data rows, columns, and bytes of `csvData` in UTF-8, including its header row. */
export const importChunk = { rows: 5_000, columns: 1_000, bytes: 4 * 1024 * 1024 } as const;

/** The largest request body of a function, in bytes. `csvData` of 4 MiB is six times as long if JSON escapes every character. */
export const largestBody = { import: 25 * 1024 * 1024, other: 64 * 1024 } as const;

/** Maximum lengths of texts in the database, in code points. Those of imported columns are in `import/targets.ts`. */
export const textLengths = {
  email: 255,
  fullName: 200,
  customerName: 500,
  campaignName: 200,
  stepSubject: 300,
  stepMessage: 10_000,
  audience: 100,
  fileName: 255,
  reasonName: 100,
  rejectionNote: 500,
  comment: 2_000,
  decisionNote: 1_000,
  reviewMessage: 2_000,
  colleagueNote: 500,
  contact: 2_000,
  contactReason: 500,
  timeZone: 64,
  searchTerm: 200,
} as const;

/** Maximum size of an account's user_metadata, as PostgreSQL serializes it. An access token contains it in base64, and proxies accept 8 KiB of a header. */
export const userMetadataBytes = 4 * 1024;

/** Returns the message for a text that is too long, which begins with `what` as in 'The name'; undefined if it is not. Counts code points, as PostgreSQL does. */
export function lengthError(what: string, text: string, maxLength: number): string | undefined {
  if (text.length <= maxLength) return undefined;
  const { length } = [...text];
  return length > maxLength ? `${what} is too long: ${length} characters, at most ${maxLength}` : undefined;
}
