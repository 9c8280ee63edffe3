import { otherDomains, otherEmails } from './international-domains.ts';

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

/** The other values that must be on a list for an international domain, since the database compares domains as they are written. */
export function otherForms(kind: string, value: string): string[] {
  if (kind === 'email') return otherEmails(value);
  return kind === 'domain' ? otherDomains(value) : [];
}

/** An entry to add, with the number of its line. */
export type NewEntry = { line: number; kind: ContactKind; value: string; reason?: string };

/** Of an international domain in both of its written forms. */
export function entriesOf(line: number, value: string, given?: ContactKind, reason = ''): NewEntry[] {
  const text = given === 'company' ? value : addressIn(value);
  const kind = given ?? kindOf(text);
  const cleaned = kind === 'domain' ? text.replace(/^@/, '') : text;
  return [cleaned, ...otherForms(kind, cleaned)].map((form) => ({
    line,
    kind,
    value: form,
    ...(reason && { reason }),
  }));
}

/** The address in what an email program copies, such as `Ada Lovelace <ada@x.com>`, `mailto:ada@x.com` and `"ada@x.com"`; another text unchanged. */
export function addressIn(text: string): string {
  const [, named] = /<([^<>\s]*@[^<>\s]*)>$/.exec(text) ?? [];
  const [, bare] = /^["'“„]?(?:mailto:)?([^@"'“”<>\s]*@[^"'“”<>\s?]*)(?:\?\S*)?["'”“]?$/i.exec(text) ?? [];
  return named ?? bare ?? text;
}
