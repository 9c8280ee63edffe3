// The fields that a column can be imported as, with their labels and maximum lengths.
export type ImportType = 'leads' | 'companies';

/** How several columns of one target become one value: the first that is not empty (in the order of the file or by rank), or all of them joined. */
export type Gathering = 'first' | 'first by rank' | { join: string };

export type TargetRule = { label: string; maxLength: number; gathering: Gathering };

const field = (label: string, maxLength = 500, gathering: Gathering = 'first') => ({ label, maxLength, gathering });

export const leadTargets = {
  name: field('Name', 500, { join: ' ' }),
  firstName: field('First name'),
  lastName: field('Last name'),
  lastFirst: field('Last name, first name'),
  email: field('Email', 500, 'first by rank'),
  phone: field('Phone', 500, 'first by rank'),
  title: field('Title'),
  company: field('Company'),
  location: field('Location', 500, { join: ', ' }),
  headline: field('Headline', 2_000),
  notes: field('Notes', 10_000),
  linkedin_profile_url: field('LinkedIn URL', 2_000),
  profile_picture_url: field('Profile picture', 2_000),
} as const;

export const companyTargets = {
  name: field('Name', 500, { join: ' ' }),
  website: field('Website', 2_000),
  domain: field('Domain'),
  linkedin_url: field('LinkedIn URL', 2_000),
  industry: field('Industry'),
  size: field('Size'),
  location: field('Location', 500, { join: ', ' }),
  description: field('Description', 10_000),
  employee_count: field('Employee count'),
  founded_year: field('Founded year'),
} as const;

export type LeadTarget = keyof typeof leadTargets;
export type CompanyTarget = keyof typeof companyTargets;
export type Target = LeadTarget | CompanyTarget;

/** The custom field with this key. */
export type CustomTarget = `custom:${string}`;

export type ColumnTarget = Target | CustomTarget;

/** The target of each header, by its text; `ignore` leaves the column out. */
export type ColumnMapping = Record<string, ColumnTarget | 'ignore'>;

/** The targets of an import, in the order in which they are offered and their lengths are checked. */
export function importTargets(type: ImportType): Partial<Record<Target, TargetRule>> {
  return type === 'leads' ? leadTargets : companyTargets;
}

/** The targets that are a field of a stored row: 'Last, First' in one column is none. */
export const storedTargets = (type: ImportType) =>
  Object.entries(importTargets(type)).filter(([target]) => target !== 'lastFirst') as [Target, TargetRule][];

/** The targets that columns give values for: 'Last, First' in one column gives the name and its parts. */
export function filledTargets(mapping: Readonly<ColumnMapping>): Set<string> {
  const targets = new Set<string>(Object.values(mapping));
  return targets.has('lastFirst') ? new Set([...targets, 'name', 'firstName', 'lastName']) : targets;
}

/** Whether a text names a target of this import. */
export function isTarget(type: ImportType, text: string): text is Target {
  return Object.hasOwn(importTargets(type), text);
}

/** The key of the custom field that a target names; null for another target. */
export function parseCustomKey(target: string | undefined): string | null {
  return target?.startsWith('custom:') ? target.slice('custom:'.length) : null;
}

/** Whether a text is a target of this import, or names a custom field. */
export function isColumnTarget(type: ImportType, text: string): text is ColumnTarget {
  return isTarget(type, text) || parseCustomKey(text) !== null;
}

/** Whether these targets give rows a name: `name`, or for leads also `firstName`, `lastName` or `lastFirst`. */
export function canNameRows(type: ImportType, targets: Iterable<string>): boolean {
  const enough = type === 'leads' ? ['name', 'firstName', 'lastName', 'lastFirst'] : ['name'];
  return [...targets].some((target) => enough.includes(target));
}
