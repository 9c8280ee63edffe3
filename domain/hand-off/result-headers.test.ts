import { expect, it } from 'vitest';
import { guessTarget } from './result-headers.ts';
import type { ResultTarget } from './result-kinds.ts';

const cases: Record<ResultTarget | 'none', string> = {
  email:
    'Email | Contact: Email | Work Email | Lead Email | lead_email | leadEmail | Prospect e-mail | Recipient Email | Lead’s email | E-Mail-Adresse',
  linkedin: 'LinkedIn URL | profileUrl | Lead LinkedIn URL | linkedin_profile',
  contacted:
    'Contacted | Contacted? | First message sent at | Emails sent | Email 1 sent | sent_time | Last contacted | Timestamp Last Contact | timestamp_last_contact | Contact date | Kontaktiert am | Letzter Kontakt | Contacté le | Dernier contact | Contactado | Gecontacteerd | Contattato il | Contatado em | Emailed | Zuletzt kontaktiert am | Laatst gecontacteerd | Date d’envoi | Fecha de envío | Data di invio | No reply | Opened',
  replied:
    'Replied | Replied [bool] | Reply date | Replied at | reply_count | # of replies | Timestamp Last Reply | email_reply_count | Has replied | emailReplied | Response | Meeting booked | Geantwortet | Antwort am | Antwortdatum | Répondu le | Date de réponse | Fecha de respuesta | Risposta | Beantwoord op | Respondido em',
  bounced: 'Bounced | is_bounced | Bounce date | Bounced at | Hard bounce | Rebond',
  unsubscribed:
    'Unsubscribed | Globally unsubscribed | Opted out of communication | Unsubscribed? | UNSUBSCRIBED_AT | is_unsubscribed | isUnsubscribed | Opted out | Opt-out | has_opted_out_of_email | Unsubscribed from all email | Do not contact | Do Not Contact (Y/N) | doNotContact | DNC | Blacklisted | Spam complaint | Abgemeldet am | Nicht kontaktieren | Désinscrit le | Dado de baja | Uitgeschreven op | Disiscritto | Não contatar',
  status:
    'Status | Lead Status | lead_status | Interest Status | Unsubscribe status | Email status | Reply status | Leadstatus | Statut | Estado | Outcome | Ergebnis | Category | Reply category | Subscribed | Opt-in | Unsubscribe reason | Suppressed | Blocked | Removed at | GDPR | Gesperrt | unsubscribed_client_id_map',
  status_at: 'Status changed at | Status date | Date of status | Statusdatum | Last activity | Letzte Aktivität',
  none: 'Company | Open count | Unsubscribe link | unsubscribeUrl | Opt-out page | Lien de désinscription | Abmeldelink | Reply-To | Reply text | Reply subject | Reply rate | Contacted by | To be contacted | Contact | Verification status | Email verification status | ZeroBounce status | profileStatus | Company category | Account status | Order status | Enrichment status | CRM sync status | State | constructor',
};

it.each(Object.entries(cases).flatMap(([target, headers]) => headers.split(' | ').map((header) => [header, target])))(
  'a column %s is %s',
  (header, target) => {
    expect(guessTarget(header) ?? 'none').toBe(target);
  },
);

it('a long header is none', () => {
  expect(guessTarget(`Replied ${'a '.repeat(100_000)}`)).toBeUndefined();
});
