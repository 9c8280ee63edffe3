export const CONTACT_KINDS = ['email', 'domain', 'linkedin', 'company'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Begins the error of an import's row that an entry applies to. Its end names the entry. */
export const SUPPRESSED_ERROR = 'On the do-not-contact list: ';

export const isSuppressed = ({ error }: { error: string }): boolean => error.startsWith(SUPPRESSED_ERROR);

const DOMAIN = /^@?(https?:\/\/)?([\p{L}\p{N}-]+\.)+(\p{L}{2,}|xn--[a-z\d-]+)(:\d+)?([/?#]\S*)?$/iu;

/** What a text names: '@acme.com' is a domain. */
export function kindOf(value: string): ContactKind {
  if (/^(https?:\/\/)?([a-z0-9-]+\.)?linkedin\.com\//i.test(value)) return 'linkedin';
  if (DOMAIN.test(value)) return 'domain';
  return /^\S*@\S*$/.test(value) ? 'email' : 'company'; // the database rejects one that is not valid
}
