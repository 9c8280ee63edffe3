// Guesses the meaning of a header in an unknown tool's file. Cells are read strictly, so a wrong guess asks a question and reports nothing.
import { matchHeader } from '../import/headers.ts';
import type { ResultTarget } from './result-kinds.ts';
import { namesRemoval, readFolded } from './result-words.ts';

const MAX_LENGTH = 200;

const words = (list: string) => new Set(list.split(' '));

const TIMES = words(
  'date datetime day time timestamp at on when since utc gmt datum zeit zeitpunkt am um le heure jour fecha hora el ora il tijd tijdstip op dia em ' +
    'change changed update updated geandert aktualisiert modifie gewijzigd modificato alterado',
);
const ORDERS = words(
  'first last latest recent most erste erster erstes zuletzt letzte letzter letztes premier premiere dernier derniere primer primero primera ' +
    'ultimo ultima eerste laatst laatste primo prima primeiro primeira',
);
const FILLERS = words(
  'count number num total of anzahl gesamt nombre numero cantidad aantal quantidade times is has had was were been be have ist hat wurde est ha ' +
    'fue foi was the a from all any flag de du des la les del di da van d l data e',
);
const SUBJECTS = words(
  'email emails mail mails lead leads prospect prospects contact contacts person recipient campaign sequence step linkedin message messages inmail inbox ' +
    'nachricht kampagne campagne campana messaggio mensaje mensagem',
);
/** Whose status is none of a lead's messages. */
const OTHER_STATUSES = words(
  'account company order payment invoice deal ticket task employee employment marital sync crm import export upload processing enrichment scrape scraping',
);
const CONTACTS = words('contact kontakt contacto contatto contato touch outreach');
const ACTIVITIES = words('activity aktivitat activite actividad activiteit attivita atividade statusdatum');
const STATUSES = words('status statut estado stato situacao');
/** They are also said of companies, so only alone or beside words of results. */
const OUTCOMES = words(
  'outcome result results disposition category ergebnis resultat resultado resultaat risultato esito uitkomst kategorie categorie categoria interest stage',
);
/** 'No' or 'yes' below them may be a removal request, so their values are asked about. */
const CONSENTS = words(
  'subscribed subscription optin optedin consent contactable suppressed blocked removed gdpr dsgvo rgpd gesperrt bloque bloqueado bloccato geblokkeerd',
);
/** The status of an address is no result, nor is a link, a text or a rate. */
const UNRELATED = words(
  'link links url urls href uri lien liens enlace page token rate ratio percent percentage taux score subject body text content snippet html template ' +
    'verification verified verify verifier validation validity deliverability zerobounce neverbounce millionverifier debounce profile ' +
    'verifizierungsstatus validierungsstatus prufstatus profilstatus',
);

/** The words of a header, without a trailing `*`, `(…)` or `[…]`. */
const headerWords = (header: string) =>
  header
    .replace(/(?:\s*(?:\*|\([^()]*\)|\[[^[\]]*\]))+$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .match(/\p{L}+/gu) ?? [];

const withoutSubject = (header: string) =>
  header.replace(/^\s*(?:lead|prospect|recipient|contact)(?:’s|'s)?[\s_.:-]*/i, '');

/** The target that a header names; undefined for any other. */
export function guessTarget(header: string): ResultTarget | undefined {
  if (header.length > MAX_LENGTH) return undefined;
  const lead = (matchHeader('leads', header) ?? matchHeader('leads', withoutSubject(header)))?.target;
  if (lead === 'email') return 'email';
  if (lead === 'linkedin_profile_url') return 'linkedin';
  const all = headerWords(header);
  const names = (set: ReadonlySet<string>) => all.some((word) => set.has(word));
  if (names(UNRELATED) || all.some((word, index) => UNRELATED.has(word + all[index + 1]))) return undefined;
  const rest = all.filter((word) => !TIMES.has(word) && !ORDERS.has(word) && !FILLERS.has(word));
  const about = rest.filter((word) => !SUBJECTS.has(word));
  const joined = about.join('');
  const isStatus = !names(OTHER_STATUSES) && (names(STATUSES) || all.some((word) => word.endsWith('status')));
  const isOutcome = names(OUTCOMES) && about.every((word) => OUTCOMES.has(word) || readFolded(word));
  if (isStatus || isOutcome) return names(TIMES) ? 'status_at' : 'status';
  if (ACTIVITIES.has(joined)) return 'status_at';
  const kind = readFolded(all.join('')) ?? readFolded(rest.join('')) ?? readFolded(joined);
  if (kind && kind !== 'ignore') return kind;
  const isContact = names(CONTACTS) && about.every((word) => CONTACTS.has(word));
  if (isContact && (names(TIMES) || names(ORDERS))) return 'contacted';
  return CONSENTS.has(joined) || namesRemoval(all) ? 'status' : undefined;
}
