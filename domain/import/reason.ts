// In charge of the column that a file of refused rows has beyond the file's own: why each row was refused. It is no part of what a mapping is remembered for.

/** The header of the column that says why a row was refused. */
export const reasonHeader = 'Error';

/** A file's own headers, without the column that a file of refused rows ends in. */
export function withoutReason(headers: readonly string[]): readonly string[] {
  return headers.at(-1) === reasonHeader ? headers.slice(0, -1) : headers;
}
