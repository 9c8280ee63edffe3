// In charge of the numbers of a company as people write them. Refuses what is not plainly a number or a year.

const largestCount = 2_147_483_647;

/** Cleaned text has plain spaces where the file had no-break ones. */
const grouped = String.raw`\d{1,3}([,.'’ ])\d{3}(?:\GROUP\d{3})*|\d+`;
const number = (group: number) => `(?:${grouped.replace('GROUP', String(group))})(?:\\.0)?`;
const headcount = new RegExp(
  String.raw`^[~≈<>]?\s*(?<lower>${number(2)})(?<range>\s*[-–—]\s*${number(4)})?\s*(?<plus>\+)?\s*(?:employees)?$`,
  'i',
);

export type Headcount = { count: number; isRange: boolean };

/**
 * The number of employees in a cleaned text: digits, also in groups of three, after `~ ≈ < >`, before `+`, `.0` or the word employees; of a range the lower bound.
 * `isRange` where the text says more than the number does. Null where it is no such number.
 */
export function headcountOf(text: string): Headcount | null {
  const { lower, range, plus } = headcount.exec(text)?.groups ?? {};
  if (!lower) return null;
  const count = Number(lower.replace(/\.0$/, '').replace(/\D/g, ''));
  return count > largestCount ? null : { count, isRange: Boolean(range ?? plus) };
}

/** The first number of exactly four digits from 1000 to 2100, whatever stands around it; null where there is none. */
export function yearOf(text: string): number | null {
  const years = text.match(/(?<!\d)\d{4}(?!\d)/g) ?? [];
  return years.map(Number).find((year) => year >= 1000 && year <= 2100) ?? null;
}
