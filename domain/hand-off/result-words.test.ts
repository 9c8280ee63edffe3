import { expect, it } from 'vitest';
import { areVerifications, foldValue, isBlank, mayBeRemoval, readStatus, readTruth } from './result-words.ts';

const list = (line: string) => line.split(' | ');

it.each(
  list(
    'yes | Y | TRUE | t | on | 1 | 1.0 | 1,0 | 12 | WAHR | ja | J | VRAI | oui | VERDADERO | sí | Si | WAAR | VERO | sì | VERDADEIRO | sim | ✓ | ✔️ | ✅ | [true] | Yes.',
  ),
)('%s says yes', (text) => {
  expect(readTruth(text)).toBe(true);
});

it.each(
  list(
    'no | N | FALSE | f | off | 0 | 0.0 | 0,00 | -0 | 0% | FALSCH | nein | nie | FAUX | non | jamais | FALSO | falsa | nunca | ONWAAR | nee | nooit | mai | não | NAO | ✗ | ❌ | [false] | never',
  ),
)('%s says no', (text) => {
  expect(readTruth(text)).toBe(false);
});

it.each(
  list(
    'x | X | o | s | v | -1 | 0.5 | 12345 | 100% | 0/5 | 3/5 | 0;0 | 1-2 | ? | yes - hot | 3 replies | active | done | subscribed',
  ),
)('%s is neither yes nor no', (text) => {
  expect(readTruth(text)).toBeNull();
});

it.each(
  list(
    ' | - | — | -- | … | n/a | N.A. | k.A. | keine Angabe | none | null | (null) | undefined | nan | NaN | NaT | \\N | #NV | #N/A | #N/D | #NB | <NA> | {} | [] | "" | [{}] | unknown | n.v.t. | aucun | ninguno',
  ),
)('%j has no content', (text) => {
  expect(isBlank(text)).toBe(true);
  expect(readTruth(text)).toBeNull();
});

it.each(
  list(
    'Unsubscribed | UNSUBSCRIBED | unsubscribed! | emailsUnsubscribed | LEAD_UNSUBSCRIBED | prospect_opt_out | Opted out | opted-out | OPT_OUT | Opt-Out | Opted out: yes | unsubscribed=1 | DO_NOT_CONTACT | Do Not Contact | doNotContact | DONOTCONTACT | Don’t contact | DNC | D.N.C. | BLACKLISTED | BLACKLIST | on blocklist | Spam complaint | SPAM_COMPLAINT | Marked as spam | complained | Remove me | Removal request | Requested opt-out | DNC requested | Added to blacklist | ' +
      'Abgemeldet | hat sich abgemeldet | Nicht kontaktieren | Nicht mehr kontaktieren! | Sperrliste | Widersprochen | Désinscrit | désinscrites | Désabonnée | Ne plus contacter | signalée comme spam | Dado de baja | dadas de baja | No contactar | ' +
      'Uitgeschreven | Afgemeld | Niet meer benaderen | Disiscritta | Non contattare | segnalato come spam | Descadastrado | Não contatar | inscrição cancelada | {"unsubscribed": true} | ' +
      'Unsubscribed ✅ | Unsubscribed (1) | Unsubscribed (true) | Unsubscribed on 2026-11-12 | Opted out via link | Unsubscribed - spam complaint | DNC; Unsubscribed | Unsubscribed by user | Globally unsubscribed | Asked to unsubscribe | GDPR deletion request | On suppression list | Bitte nicht mehr kontaktieren | Widerspruch eingelegt | Abgemeldet am 12.11.2026 | Désinscrit(e) | désinscrit·e | Ne plus nous contacter | Baja solicitada | Geen contact meer opnemen | Disiscritto/a | Cancelou inscrição',
  ),
)('the status %s is a removal request', (text) => {
  expect(readStatus(text)).toBe('unsubscribed');
});

it.each(
  list(
    'Replied | REPLIED | email_replied | MessageReply | reply_received | Has replied | Interested | NOT_INTERESTED | notInterested | Not interested | Meeting booked | Meeting Scheduled | MEETING_REQUEST | Geantwortet | Beantwortet | Kein Interesse | Termin vereinbart | Répondu | A répondu | intéressées | RDV pris | Respondió | Interesada | Reunión agendada | Beantwoord | Geen interesse | Risposto | Interessati | Respondeu | Não interessado | Reunião marcada | ' +
      'Replied ✅ | 🔥 Interested | Replied (2) | Replied 2x | 2 replies | Replied on 2026-11-12 | Replied: Interested | Replied - Not interested | Interested / Meeting booked | Replied via LinkedIn | Step 2: Replied | Interesado/a | Intéressé(e) | A répondu le 12/11/2026',
  ),
)('the status %s is a reply', (text) => {
  expect(readStatus(text)).toBe('replied');
});

it.each(
  list(
    'Contacted | EMAIL_SENT | emailsSent | Delivered | Opened | Connection accepted | Completed | In progress | No reply | No answer | Unresponsive | NON_RESPONSIVE | Not yet replied | Awaiting reply | Waiting for response | COMPLETED_WITHOUT_REPLY | AUTOREPLIED | Auto-replied | auto_reply_received | Out of office | OUT_OF_OFFICE | ' +
      'Kontaktiert | Keine Antwort | Abwesenheitsnotiz | Contactée | Sans réponse | Contactados | Sin respuesta | Fuera de la oficina | Benaderd | Geen antwoord | Contattata | Nessuna risposta | Fuori ufficio | Contatado | Sem resposta | ' +
      'Opened (3) | Opened 3 times | Email 2 sent | ✉️ Sent | Finished - no reply | Completed (no reply) | Sent, Opened, Clicked | No reply (3) | Hasn’t replied | Invitation accepted | Einladung gesendet | Angenommen | Invitation envoyée | Invitación enviada | Uitnodiging verzonden | Invito inviato | Convite enviado',
  ),
)('the status %s is contacted, and no reply', (text) => {
  expect(readStatus(text)).toBe('contacted');
});

it.each(
  list(
    'Bounced | Hard bounce | SOFT_BOUNCED | Email bounced | Delivery failed | Bounced (2) | Bounced (hard) | Bounce (550) | Bounced on 2026-11-12 | Failed to deliver | Zustellfehler | Rebond | Rebond dur | Rebotado | Rebote duro | Rimbalzato | Devolvido',
  ),
)('the status %s is a bounce', (text) => {
  expect(readStatus(text)).toBe('bounced');
});

it.each(
  list(
    'Not contacted | NOT_YET_CONTACTED | To be contacted | Pending | Scheduled | Paused | Subscribed | Not unsubscribed | not bounced | Opted out: no | unsubscribed=0 | unsubscribed: FALSE | Verified | deliverable | catch-all | Noch nicht kontaktiert | À contacter | Por contactar | Te benaderen | Da contattare | A contatar | nicht abgemeldet | Replied (0) | 0 replies | Opened 0x | Reply: - | Replied (–) | Reply: none | Unsubscribed (no) | No opt-out | Opt-in | Nog niet gestart | No iniciado',
  ),
)('the status %s reports nothing', (text) => {
  expect(readStatus(text)).toBe('ignore');
});

it.each(
  list(
    'Active | ACTIVE | Started | Running | In sequence | Open | Failed | Error | Removed | Blocked | Suppressed | Stopped | undeliverable | invalid | Wrong person | Replied? | Replied (auto) | ❌ Replied | No, unsubscribe | Non, désinscription | Stop | Spam | Do Not Call | Unsubscribed (link) | Bounced, Unsubscribed | Gelöscht | Baja | yes | 1 | Replied; Bounced | Replied / No reply | Reply (sent) | Replied: | Unsubscribed: | Replied () | Meeting booked - not yet | Replied? ✅ | 🚫 Interested | ❌ Unsubscribed | Interested (maybe) | Skipped - no email | Out of office until 2026-12-01 | Order delivered | Bad fit - DNC | GDPR | Left company | Invite pending | Already connected | Withdrawn | Cancelado | https://mail.example/u/1 | Bounced: 550 5.1.1 | constructor',
  ),
)('the status %s is asked about', (text) => {
  expect(readStatus(text)).toBeUndefined();
});

it.each(
  list(
    'STOP | Removed | Suppressed | Blocked | GDPR | Gesperrt | Baja | Cancelado | ❌ Unsubscribed | Bad fit - DNC | Bounced, Unsubscribed | Not interested (opt-out) | Replied: please unsubscribe | No, unsubscribe | Kein Interesse, bitte abmelden/abgemeldet | S’est désinscrit hier',
  ),
)('the value %s may be a removal request', (text) => {
  expect(mayBeRemoval(text)).toBe(true);
});

it.each(
  list(
    'Interested | Contact later | Active | https://mail.example/unsubscribe | unsubscribe@mail.example | Stop & Shop',
  ),
)('the value %s is no removal request', (text) => {
  expect(mayBeRemoval(text)).toBe(false);
});

it.each([
  ['-2', '-2'],
  ['−2.0', '-2'],
  ['1,0', '1'],
  ['1.5', '1.5'],
  ['In-Sequence', 'insequence'],
])('%s is compared as %s', (text, folded) => {
  expect(foldValue(text)).toBe(folded);
});

it.each([
  [['deliverable', 'undeliverable', 'risky', 'unknown'], true],
  [['Verified', 'Invalid', '-'], true],
  [['valid', 'Replied'], false],
  [['invalid', 'pending'], false],
  [[], false],
])('whether %j verify addresses: %s', (values, expected) => {
  expect(areVerifications(values)).toBe(expected);
});
