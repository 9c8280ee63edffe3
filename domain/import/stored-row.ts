import { type Headcount, headcountOf, yearOf } from './company-facts.ts';
import { domainOf, domainOfWebsite, webAddress } from './hosts.ts';
import { type CompanyTarget, companyTargets, type LeadTarget, leadTargets } from './targets.ts';

/** A rule that a row breaks. The message is shown to the user. */
export class InvalidRow extends Error {}

/** A lead as it is stored, without the columns that the import adds. */
export type LeadRow = {
  name: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  company: string | null;
  title: string | null;
  location: string | null;
  headline: string | null;
  notes: string | null;
  linkedin_profile_url: string | null;
  profile_picture_url: string | null;
};

/** A company as it is stored, without the columns that the import adds. */
export type CompanyRow = {
  name: string;
  website: string | null;
  domain: string | null;
  linkedin_url: string | null;
  industry: string | null;
  size: string | null;
  location: string | null;
  description: string | null;
  employee_count: number | null;
  founded_year: number | null;
};

/** One `@`, a local part, a domain of two or more labels. */
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Builds a lead from cleaned values. Throws InvalidRow for the first rule that it breaks. */
export function leadRow(read: (target: LeadTarget) => string | null): LeadRow {
  const check = (target: LeadTarget, parse: (text: string) => string | null) =>
    parsed(leadTargets[target].label, 'valid', read(target), parse);
  const [firstName, lastName] = [read('firstName'), read('lastName')];
  const name = read('name') ?? [firstName, lastName].filter(Boolean).join(' ');
  if (!name) throw new InvalidRow('Name is required');
  return {
    name,
    first_name: firstName,
    last_name: lastName,
    email: check('email', (text) => (email.test(text) ? text : null)),
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
export function companyRow(read: (target: CompanyTarget) => string | null): CompanyRow {
  const check = <Value>(target: CompanyTarget, what: string, parse: (text: string) => Value | null) =>
    parsed(companyTargets[target].label, what, read(target), parse);
  const name = read('name');
  if (!name) throw new InvalidRow('Name is required');
  const linkedinUrl = check('linkedin_url', 'valid', webAddress);
  const website = check('website', 'valid', webAddress);
  const domain = check('domain', 'valid', domainOf) ?? (website && domainOfWebsite(website));
  const headcount = check<Headcount>('employee_count', 'a number', headcountOf);
  const foundedYear = read('founded_year') === '0' ? null : check('founded_year', 'a year', yearOf);
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
  label: string,
  what: string,
  text: string | null,
  parse: (text: string) => Value | null,
): Value | null {
  const value = text === null ? null : parse(text);
  if (text !== null && value === null) throw new InvalidRow(`${label} is not ${what}: ${text}`);
  return value;
}
