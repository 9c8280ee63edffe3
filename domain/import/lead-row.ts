// In charge of what makes a lead: its name, its addresses, in the order in which they are checked.
import { webAddress } from './hosts.ts';
import { RowRefusal, refuse } from './row-refusal.ts';
import { type LeadTarget, leadTargets } from './targets.ts';

/** A lead as it is stored, without what the import adds. */
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

/** One `@`, a local part, a domain of two or more labels. */
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** The lead of the cleaned values. Throws RowRefusal. */
export function leadRow(read: (target: LeadTarget) => string | null): LeadRow {
  const [firstName, lastName] = [read('firstName'), read('lastName')];
  const name = read('name') ?? [firstName, lastName].filter(Boolean).join(' ');
  if (!name) throw new RowRefusal('Name is required');
  return {
    name,
    first_name: firstName,
    last_name: lastName,
    email: checked('email', read('email'), (text) => (email.test(text) ? text : null)),
    linkedin_profile_url: checked('linkedin_profile_url', read('linkedin_profile_url'), webAddress),
    profile_picture_url: checked('profile_picture_url', read('profile_picture_url'), webAddress),
    phone: read('phone'),
    company: read('company'),
    title: read('title'),
    location: read('location'),
    headline: read('headline'),
    notes: read('notes'),
  };
}

function checked(target: LeadTarget, value: string | null, check: (text: string) => string | null): string | null {
  return value && (check(value) ?? refuse(leadTargets[target].label, 'valid', value));
}
