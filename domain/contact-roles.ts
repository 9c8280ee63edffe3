import { CONTACT_KINDS } from './contact-kind.ts';
import { matchHeader } from './import/headers.ts';

/**
 * The meanings of a column of a do-not-contact file: `value` is of any kind, which a `kind` column may name. `opted_out` says of each row whether
 * somebody has opted out.
 */
export const CONTACT_COLUMNS = ['value', ...CONTACT_KINDS, 'kind', 'reason', 'opted_out'] as const;
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

/** `page`: a company's on LinkedIn. `name`: of a person or a company. `person`: a part of a person's name. */
export type HeaderRole = ContactColumn | 'page' | 'name' | 'person';

const VALUE =
  /^(?:value|entry|entries|(?:e-?mails?|domains?) ?(?:or|\/) ?(?:e-?mails?|domains?)|(?:do[ -]not[ -]contact|dnc|block|black|suppression|exclusion)[ -]?(?:list)?)$/i;

const REASON = /(?:reason|grund|anlass|raison|motif|raz[oó]n|motivo|reden)$/i;

/** The meaning of a header; undefined for another one. */
export function readHeaderRole(header: string): HeaderRole | undefined {
  const text = header.trim();
  const name = text.toLowerCase();
  if (name === 'kind') return name;
  if (text.length <= 60 && REASON.test(text)) return 'reason';
  if (text.length <= 60 && VALUE.test(text)) return 'value';
  const [ofLead, ofCompany] = [matchHeader('leads', header)?.target, matchHeader('companies', header)?.target];
  if (ofLead === 'email' || ofLead === 'company') return ofLead;
  if (ofCompany === 'domain' || ofCompany === 'website') return 'domain';
  if (ofLead === 'linkedin_profile_url') return 'linkedin';
  if (ofCompany === 'linkedin_url') return 'page';
  if (ofLead === 'firstName' || ofLead === 'lastName') return 'person';
  return ofLead === 'name' || ofCompany === 'name' ? 'name' : undefined;
}
