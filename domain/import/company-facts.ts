const largestCount = 2_147_483_647;

/** Cleaning has replaced no-break spaces by plain ones. */
const grouped = String.raw`\d{1,3}([,.'’ ])\d{3}(?:\GROUP\d{3})*|\d+`;
const number = (group: number) => `(?:${grouped.replace('GROUP', String(group))})(?:\\.0)?`;
const headcount = new RegExp(
  String.raw`^[~≈<>]?\s*(?<lower>${number(2)})(?<range>\s*[-–—]\s*${number(4)})?\s*(?<plus>\+)?\s*(?:employees)?$`,
  'i',
);

export type Headcount = { count: number; isRange: boolean };

/**
 * Parses a number of employees: digits, optionally in groups of three, after `~ ≈ < >`, before `+`, `.0` or the word employees. A range gives its lower
 * bound, with `isRange` set, as does `+`. Returns null for any other text.
 */
export function headcountOf(text: string): Headcount | null {
  const { lower, range, plus } = headcount.exec(text)?.groups ?? {};
  if (!lower) return null;
  const count = Number(lower.replace(/\.0$/, '').replace(/\D/g, ''));
  return count > largestCount ? null : { count, isRange: Boolean(range ?? plus) };
}

/** Returns the first number of exactly four digits from 1000 to 2100, or null. */
export function yearOf(text: string): number | null {
  const years = text.match(/(?<!\d)\d{4}(?!\d)/g) ?? [];
  return years.map(Number).find((year) => year >= 1000 && year <= 2100) ?? null;
}
