import type { CustomValues } from '../custom-fields.ts';
import type { Database } from '../database.types.ts';
import { isLeadEmail } from '../email.ts';
import { turnedName } from '../person-name.ts';
import { domainOfWebsite, parseDomain, webAddress } from './hosts.ts';
import {
  type ColumnTarget,
  type CompanyTarget,
  type ImportType,
  importTargets,
  type LeadTarget,
  type Target,
} from './targets.ts';

/** A rule that a row breaks, by the value of `target` if it is about one. The message is shown to the user. */
export class InvalidRow extends Error {
  readonly target: ColumnTarget | undefined;

  constructor(message: string, target?: ColumnTarget) {
    super(message);
    this.target = target;
  }
}

/** Values of custom fields; `internal` are those that only administrators see. */
type ImportedCustom = { custom?: CustomValues; internal?: CustomValues };

type Tables = Database['public']['Tables'];

/** A lead as it is stored, without the columns that the import adds. */
export type LeadRow = ImportedCustom &
  Pick<
    Tables['leads']['Row'],
    Exclude<LeadTarget, 'firstName' | 'lastName' | 'lastFirst'> | 'first_name' | 'last_name'
  >;

/** A company as it is stored, without the columns that the import adds. */
export type CompanyRow = ImportedCustom & Pick<Tables['companies']['Row'], CompanyTarget>;

/** The name of a lead or company; null without one. */
export function readRowName(read: (target: Target) => string | null, type: ImportType): string | null {
  const name = read('name');
  if (name !== null || type === 'companies') return name;
  const written = read('lastFirst');
  if (written !== null) return turnedName(written)?.name ?? written;
  return [read('firstName'), read('lastName')].filter(Boolean).join(' ') || null;
}

/** Builds a lead from cleaned values. Throws InvalidRow for the first rule that it breaks. */
export function leadRow(read: (target: Target) => string | null): LeadRow {
  const check = (target: LeadTarget, parse: (text: string) => string | null) =>
    parsed('leads', target, 'valid', read(target), parse);
  const name = readRowName(read, 'leads');
  if (!name) throw new InvalidRow('Name is required', 'name');
  const turned = turnedName(read('lastFirst') ?? '');
  return {
    name,
    first_name: read('firstName') ?? turned?.firstName ?? null,
    last_name: read('lastName') ?? turned?.lastName ?? null,
    email: check('email', (text) => (isLeadEmail(text) ? text : null)),
    linkedin_profile_url: check('linkedin_profile_url', webAddress),
    profile_picture_url: check('profile_picture_url', webAddress),
    phone: read('phone'),
    company: read('company'),
    title: read('title'),
    location: read('location'),
    headline: read('headline'),
    notes: read('notes'),
  };
}

/** Builds a company from cleaned values. Throws InvalidRow for the first rule that it breaks. */
export function companyRow(read: (target: Target) => string | null): CompanyRow {
  const check = <Value>(target: CompanyTarget, what: string, parse: (text: string) => Value | null) =>
    parsed('companies', target, what, read(target), parse);
  const name = readRowName(read, 'companies');
  if (!name) throw new InvalidRow('Name is required', 'name');
  const linkedinUrl = check('linkedin_url', 'valid', webAddress);
  const website = check('website', 'valid', webAddress);
  const domain = check('domain', 'valid', parseDomain) ?? (website && domainOfWebsite(website));
  const headcount = check<Headcount>('employee_count', 'a number', parseHeadcount);
  const foundedYear = read('founded_year') === '0' ? null : check('founded_year', 'a year', parseYear);
  return {
    name,
    website,
    domain,
    linkedin_url: linkedinUrl,
    industry: read('industry'),
    size: read('size') ?? (headcount?.isRange ? read('employee_count') : null),
    location: read('location'),
    description: read('description'),
    employee_count: headcount?.count ?? null,
    founded_year: foundedYear,
  };
}

/** The parsed value; null for an empty one. Throws InvalidRow, as in 'Email is not valid: X'. */
function parsed<Value>(
  type: ImportType,
  target: Target,
  what: string,
  text: string | null,
  parse: (text: string) => Value | null,
): Value | null {
  const value = text === null ? null : parse(text);
  if (text !== null && value === null) {
    throw new InvalidRow(`${importTargets(type)[target]?.label} is not ${what}: ${text}`, target);
  }
  return value;
}

const largestCount = 2_147_483_647;

/** Cleaning has replaced no-break spaces by plain ones. */
const grouped = String.raw`\d{1,3}([,.'’ ])\d{3}(?:\GROUP\d{3})*|\d+`;
const number = (group: number) => `(?:${grouped.replace('GROUP', String(group))})(?:\\.0)?`;
const headcount = new RegExp(
  String.raw`^[~≈<>]?\s*(?<lower>${number(2)})(?<range>\s*[-–—]\s*${number(4)})?\s*(?<plus>\+)?\s*(?:employees)?$`,
  'i',
);
const thousands =
  /^[~≈<>]?\s*(\d{1,4}(?:[.,]\d{1,2})?)\s?([km])?(?:\s*[-–—]\s*(\d{1,4}(?:[.,]\d{1,2})?)\s?([km]))?\s*\+?\s*(?:employees)?$/i;
const FACTORS: Record<string, number> = { k: 1_000, m: 1_000_000 };

/** `count` is null where the text is a size that names no number: '1-5K' may begin at 1 or at 1,000. */
type Headcount = { count: number | null; isRange: boolean };

/**
 * Parses a number of employees: digits, optionally in groups of three, after `~ ≈ < >`, before `+`, `.0`, K, M or the word employees. A range gives its lower
 * bound, with `isRange` set, as do `+`, K and M. Returns null for any other text.
 */
export function parseHeadcount(text: string): Headcount | null {
  const { lower, range, plus } = headcount.exec(text)?.groups ?? {};
  if (!lower) return shortHeadcount(text);
  const count = Number(lower.replace(/\.0$/, '').replace(/\D/g, ''));
  return count > largestCount ? null : { count, isRange: Boolean(range ?? plus) };
}

/** Parses numbers with K and M: '1K-5K', '1.5k', '5M', '500-1K'. */
function shortHeadcount(text: string): Headcount | null {
  const [, lower, unit, upper, upperUnit] = thousands.exec(text) ?? [];
  if (!lower || !(unit ?? upperUnit)) return null;
  const amount = (digits: string, letter = '') =>
    Math.round(Number(digits.replace(',', '.')) * (FACTORS[letter.toLowerCase()] ?? 1));
  const isUnclear = !unit && upper !== undefined && amount(lower) < amount(upper);
  const count = amount(lower, unit);
  return count > largestCount ? null : { count: isUnclear ? null : count, isRange: true };
}

/** Returns the first number of exactly four digits from 1000 to 2100, or null. */
export function parseYear(text: string): number | null {
  const years = text.match(/(?<!\d)\d{4}(?!\d)/g) ?? [];
  return years.map(Number).find((year) => year >= 1000 && year <= 2100) ?? null;
}
