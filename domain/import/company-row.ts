// In charge of what makes a company: its name, its addresses, its numbers, in the order in which they are checked.
import { type Headcount, headcountOf, yearOf } from './company-facts.ts';
import { domainOf, domainOfWebsite, webAddress } from './hosts.ts';
import { RowRefusal, refuse } from './row-refusal.ts';
import { type CompanyTarget, companyTargets } from './targets.ts';

/** A company as it is stored, without what the import adds. */
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

/** The company of the cleaned values. Throws RowRefusal. */
export function companyRow(read: (target: CompanyTarget) => string | null): CompanyRow {
  const name = read('name');
  if (!name) throw new RowRefusal('Name is required');

  const checked = <Value>(target: CompanyTarget, what: string, check: (text: string) => Value | null): Value | null => {
    const value = read(target);
    return value === null ? null : (check(value) ?? refuse(companyTargets[target].label, what, value));
  };
  const linkedinUrl = checked('linkedin_url', 'valid', webAddress);
  const website = checked('website', 'valid', webAddress);
  const domain = checked('domain', 'valid', domainOf) ?? (website && domainOfWebsite(website));
  const headcount = checked<Headcount>('employee_count', 'a number', headcountOf);
  const foundedYear = read('founded_year') === '0' ? null : checked('founded_year', 'a year', yearOf);

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
