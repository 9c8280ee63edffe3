// The words of results in the files of sending tools. A word that is in no table means nothing here: somebody is asked.
import { datedStatus } from './result-dates.ts';
import type { Meaning } from './result-kinds.ts';

/** A line for each language: English, German, French, Spanish, Dutch, Italian, Portuguese. `*` stands for the endings of gender and number. */
const STATUSES: Record<Meaning, readonly string[]> = {
  contacted: [
    'contacted, sent, email sent, emails sent, emailed, mail sent, message sent, messages sent, messaged, message delivered, inmail sent, connection sent, connection request, connection request sent, request sent, invite sent, invitation sent, invited, connection requested, invitation accepted, request accepted, invite done, linkedin invite done, follow up sent, followed up, delivered, opened, clicked, link clicked, accepted, connection accepted, connection request accepted, invite accepted, linkedin invite accepted, completed, complete, finished, sequence completed, sequence finished, in progress',
    'no reply, no replies, no reply yet, no response, no response yet, no answer, no answer yet, not replied, not yet replied, not replied yet, never replied, unreplied, no reply received, no response received, not responded, not answered, did not reply, did not respond, didn’t reply, didn’t respond, hasn’t replied, hasn’t responded, has not replied, unanswered, unresponsive, non responsive, non responder, not responsive, awaiting reply, awaiting response, awaiting answer, waiting for reply, waiting for a reply, waiting for response, waiting for answer, reply pending, without reply, without response, completed without reply, finished without reply, ghosted',
    'auto reply, auto reply received, auto replied, autoreplied, auto response, auto responded, autoresponder, automatic reply, automatic response, automated reply, automated response, replied automatically, out of office, out of the office, out of office reply, ooo, ooo reply, ooo auto reply, vacation reply, vacation responder',
    'kontaktiert, kontaktdatum, versanddatum, angenommen, akzeptiert, nachricht gesendet, anfrage gesendet, kontaktanfrage gesendet, vernetzungsanfrage gesendet, einladung gesendet, angeschrieben, gesendet, versendet, verschickt, zugestellt, geöffnet, geklickt, abgeschlossen, beendet, keine antwort, keine rückmeldung, keine reaktion, noch keine antwort, nicht geantwortet, nicht beantwortet, hat nicht geantwortet, unbeantwortet, ohne antwort, wartet auf antwort, warten auf antwort, warte auf antwort, antwort ausstehend, automatische antwort, automatisch geantwortet, abwesend, abwesenheitsnotiz, abwesenheit, abwesenheitsmeldung, nicht im büro, außer haus',
    'contacté*, envoyé*, message envoyé, date d’envoi, invitation envoyée, demande envoyée, demande de connexion envoyée, email envoyé, délivré*, cliqué*, accepté*, terminé*, pas de réponse, aucune réponse, sans réponse, pas répondu, n’a pas répondu, non répondu, en attente de réponse, en attente d’une réponse, réponse automatique, absent du bureau, hors du bureau, absence du bureau',
    'contactado*, enviado*, fecha de envío, mensaje enviado, correo enviado, invitación enviada, solicitud enviada, aceptado*, entregado*, completado*, finalizado*, terminado*, sin respuesta, ninguna respuesta, sin responder, no respondió, no ha respondido, no contestó, no ha contestado, esperando respuesta, en espera de respuesta, a la espera de respuesta, pendiente de respuesta, respuesta automática, fuera de la oficina, fuera de oficina',
    'gecontacteerd, verzenddatum, geaccepteerd, bericht verzonden, bericht verstuurd, uitnodiging verzonden, uitnodiging verstuurd, verbindingsverzoek verzonden, connectieverzoek verzonden, benaderd, verzonden, verstuurd, afgeleverd, geopend, geklikt, voltooid, afgerond, geen antwoord, geen reactie, niet beantwoord, niet gereageerd, heeft niet gereageerd, onbeantwoord, wacht op antwoord, wachten op antwoord, wacht op reactie, in afwachting van antwoord, automatisch antwoord, automatische reactie, niet op kantoor, afwezig, afwezigheidsbericht, afwezigheidsmelding',
    'contattato*, inviato*, data invio, data di invio, messaggio inviato, invito inviato, richiesta inviata, accettato*, consegnato*, cliccato*, completato*, terminato*, concluso*, nessuna risposta, senza risposta, non risposto, non ha risposto, in attesa di risposta, risposta automatica, fuori ufficio, fuori sede',
    'contatado*, entregue, data de envio, mensagem enviada, convite enviado, aceito*, clicado*, concluído*, sem resposta, nenhuma resposta, não respondeu, não respondido, aguardando resposta, à espera de resposta, resposta automática, fora do escritório, ausente do escritório',
  ],
  replied: [
    'replied, reply, replies, reply received, replied to, responded, response, responses, response received, answered, answer, answers, email replied, message reply, message replied, message reply received, inmail reply received, positive reply, positive response, negative reply, negative response, neutral reply, neutral response, replied to email, replied positively, replied negatively, interested, very interested, not interested, no interest, not interested now, not interested right now, currently not interested, not interested at this time, no longer interested, uninterested, interested later, later interested, maybe later, not now, meeting booked, meeting scheduled, meeting set, meeting request, meeting requested, meeting completed, meeting held, booked meeting, booked, demo booked, demo scheduled, call booked, call scheduled, appointment booked, appointment scheduled, appointment set, information request, information requested, info requested, requested info, requested information, asked for info, asked for information, wrong timing, bad timing',
    'geantwortet, antwortdatum, hat geantwortet, beantwortet, antwort, antworten, antwort erhalten, antwort eingegangen, rückmeldung, rückmeldung erhalten, reagiert, hat reagiert, interessiert, nicht interessiert, kein interesse, kein interesse mehr, derzeit kein interesse, aktuell kein interesse, momentan kein interesse, später interessiert, termin vereinbart, termin gebucht, termin gesetzt, meeting vereinbart, meeting gebucht, positive antwort, negative antwort',
    'répondu*, a répondu, réponse, réponses, réponse reçue, intéressé*, pas intéressé*, non intéressé*, plus intéressé*, pas d’intérêt, rendez-vous pris, rendez-vous fixé, rendez-vous planifié, rdv pris, rdv fixé, rdv planifié, réunion planifiée, réponse positive, réponse négative',
    'respondido*, respondió, ha respondido, contestado*, contestó, ha contestado, respuesta, respuestas, respuesta recibida, interesado*, no interesado*, no está interesado, no está interesada, sin interés, reunión agendada, reunión programada, reunión reservada, reunión concertada, cita agendada, cita concertada, respuesta positiva, respuesta negativa',
    'geantwoord, heeft geantwoord, beantwoord, gereageerd, heeft gereageerd, antwoord, antwoord ontvangen, reactie, reacties, reactie ontvangen, geïnteresseerd, niet geïnteresseerd, geen interesse, afspraak gemaakt, afspraak gepland, afspraak ingepland, afspraak geboekt, meeting gepland, meeting geboekt, positieve reactie, negatieve reactie',
    'risposto, ha risposto, risposta, risposte, risposta ricevuta, interessato*, non interessato*, nessun interesse, appuntamento fissato, appuntamento prenotato, riunione fissata, riunione prenotata, riunione programmata, meeting fissato, risposta positiva, risposta negativa',
    'respondeu, resposta, respostas, resposta recebida, interessado*, não interessado*, sem interesse, reunião agendada, reunião marcada, resposta positiva, resposta negativa',
  ],
  bounced: [
    'bounced, bounce, bounces, bounced back, email bounced, hard bounce, hard bounced, soft bounce, soft bounced, bounced hard, bounced soft, bounced email, undelivered, delivery failed, failed delivery, failed to deliver, delivery failure, email delivery failed, returned to sender',
    'gebounced, gebounct, bouncedatum, zustellung fehlgeschlagen, zustellfehler, rückläufer',
    'rebond, rebondi*, hard bounce, rebond dur, rebond permanent, rebond définitif, rebond temporaire, échec de livraison, échec de remise, échec de distribution',
    'rebotado*, rebote, rebote duro, rebote permanente, rebote suave, rebote temporal, rebotó, entrega fallida, error de entrega',
    'gebouncet, bezorging mislukt',
    'rimbalzato*, rimbalzo, rimbalzo permanente, rimbalzo temporaneo, mancata consegna, consegna fallita',
    'devolvido*, falha na entrega, falha de entrega',
  ],
  unsubscribed: [
    'unsubscribed, unsubscribe, unsubscribes, unsubbed, unsubscribed by user, unsubscribed by lead, unsubscribed by prospect, unsubscribed by contact, unsubscribed by recipient, unsubscribed manually, manually unsubscribed, unsubscribe manual, manual unsubscribe, globally unsubscribed, unsubscribed globally, global unsubscribe, unsubscribed from all, unsubscribed from all email, unsubscribed from all emails, unsubscribed from campaign, list unsubscribe, one click unsubscribe, asked to unsubscribe, wants to unsubscribe, requested to unsubscribe, unsubscribe request, unsubscribe requested, unsubscribed by request, email unsubscribed, unsub, opt out, opts out, opted out, opt out request, opt out requested, requested opt out, opted out of email, opted out of emails, opted out of all, opted out of communication, opted out of communications, opt outs, unsubscribed from list, unsubscribed via link, unsubscribe me, please unsubscribe, do not contact, do not contact request, do not contact again, do not contact list, do not email, do not message, never email, stop emailing, stop contacting me, not to be contacted, must not be contacted, don’t contact, don’t contact again, don’t email, never contact, never contact again, stop contacting, dnc, dnc list, dnc request, dnc requested, on dnc, on dnc list, on do not contact list, blacklist, blacklisted, black listed, on blacklist, in blacklist, added to blacklist, global blacklist, blocklist, blocklisted, block listed, on blocklist, global blocklist, global block list, suppression list, on suppression list, spam complaint, spam complaints, spam complainer, complained, complaint, complaints, spam report, spam reported, abuse report, abuse complaint, reported spam, reported as spam, reported for spam, marked spam, marked as spam, remove me, please remove, please remove me, remove from list, removal request, removal requested, requested removal, asked to be removed, removed by request, removed on request, wants to be removed, take me off, take me off your list, remove me from list, remove me from your list, right to be forgotten, erasure request, deletion request, gdpr request, gdpr erasure, gdpr deletion, gdpr deletion request, gdpr opt out, gdpr removal, consent withdrawn, withdrew consent',
    'abgemeldet, abmeldedatum, hat sich abgemeldet, abmeldung, abbestellt, abbestellung, ausgetragen, widersprochen, widerspruch, hat widersprochen, widerspruch eingelegt, newsletter abbestellt, vom newsletter abgemeldet, werbewiderspruch, nicht kontaktieren, nicht mehr kontaktieren, bitte nicht kontaktieren, bitte nicht mehr kontaktieren, bitte nicht anschreiben, bitte nicht mehr anschreiben, keine mails mehr, keine e mails mehr, keine weiteren mails, keine weiteren e mails, kein kontakt mehr, nicht anschreiben, nicht mehr anschreiben, kein kontakt erwünscht, kein kontakt gewünscht, kontaktsperre, kontaktverbot, kontakt unerwünscht, werbesperre, sperrliste, auf sperrliste, auf der sperrliste, auf blacklist, blockliste, auf blockliste, schwarze liste, spam beschwerde, spambeschwerde, spam meldung, als spam gemeldet, als spam markiert, löschanfrage, löschantrag, löschung beantragt, löschung angefordert, dsgvo anfrage, dsgvo löschung',
    'désinscrit*, s’est désinscrit, désinscription, désabonné*, s’est désabonné, désabonnement, désinscription demandée, ne pas contacter, ne plus contacter, ne plus nous contacter, ne plus écrire, demande rgpd, ne pas recontacter, ne plus recontacter, liste noire, sur liste noire, blacklisté*, liste de blocage, plainte spam, plainte pour spam, signalé* comme spam, marqué* comme spam, demande de suppression, demande de désinscription',
    'dado* de baja, se dio de baja, desuscrito*, desinscrito*, suscripción cancelada, canceló la suscripción, no contactar, no contactar más, no volver a contactar, lista negra, en lista negra, en la lista negra, lista de bloqueo, queja de spam, queja por spam, denuncia de spam, marcado* como spam, reportado* como spam, solicitud de baja, baja solicitada, anuló la suscripción, no enviar más correos, lista robinson, solicitó la baja, solicitud de eliminación',
    'uitgeschreven, afmelddatum, heeft zich uitgeschreven, uitschrijving, afgemeld, heeft zich afgemeld, afmelding, niet contacteren, niet meer contacteren, niet benaderen, niet meer benaderen, niet mailen, niet meer mailen, geen contact opnemen, geen contact meer, geen contact meer opnemen, zwarte lijst, op zwarte lijst, op de zwarte lijst, blokkeerlijst, spamklacht, spam klacht, gemarkeerd als spam, gemeld als spam, verwijderverzoek, verzoek tot verwijdering',
    'disiscritto*, si è disiscritto, disiscrizione, iscrizione annullata, iscrizione cancellata, non contattare, non contattare più, non ricontattare, lista nera, in lista nera, nella lista nera, blacklistato*, segnalato* come spam, segnalazione spam, segnalazione di spam, contrassegnato* come spam, richiesta di cancellazione, richiesta di rimozione',
    'descadastrado*, descadastrou-se, descadastramento, descadastro, cancelou a inscrição, cancelou inscrição, não enviar mais, inscrição cancelada, assinatura cancelada, não contatar, não contactar, não contatar mais, não contactar mais, na lista negra, denúncia de spam, denunciado* como spam, reclamação de spam, pedido de remoção, solicitação de remoção, removido* da lista',
  ],
  ignore: [
    'not contacted, not yet contacted, never contacted, uncontacted, to contact, to be contacted, not sent, not yet sent, unsent, to send, to be sent, ready to send, ready to contact, not started, not yet started, not yet, no bounce, pending, queued, in queue, scheduled, planned, upcoming, paused, on hold, skipped, draft, new, new lead, new contact, imported, added, enriched, subscribed, resubscribed, opted in, opt in, double opt in, no opt out, verified, valid, deliverable, risky, catch all, accept all, unverified',
    'nicht kontaktiert, noch nicht kontaktiert, zu kontaktieren, noch zu kontaktieren, nicht gesendet, noch nicht gesendet, nicht gestartet, noch nicht, ausstehend, in warteschlange, geplant, pausiert, übersprungen, entwurf, neu, importiert, angemeldet, zustellbar',
    'non contacté*, pas contacté*, pas encore contacté*, à contacter, non envoyé*, pas envoyé*, pas encore envoyé*, à envoyer, pas encore, en attente, non commencé*, pas commencé*, planifié*, programmé*, en pause, brouillon, nouveau, nouvelle, importé*, inscrit*, abonné*',
    'no contactado*, sin contactar, aún no contactado*, todavía no contactado*, por contactar, no enviado*, sin enviar, por enviar, todavía no, aún no, pendiente, en cola, no iniciado*, sin iniciar, programado*, pausado*, en pausa, omitido*, borrador, nuevo*, importado*, suscrito*',
    'niet gecontacteerd, nog niet gecontacteerd, niet benaderd, nog niet benaderd, te contacteren, te benaderen, niet verzonden, nog niet verzonden, nog niet, in afwachting, niet gestart, nog niet gestart, gepland, ingepland, gepauzeerd, overgeslagen, concept, nieuw, geïmporteerd, ingeschreven',
    'non contattato*, non ancora contattato*, da contattare, non inviato*, da inviare, non ancora, in attesa, non iniziato*, in coda, programmato*, pianificato*, in pausa, saltato*, bozza, nuovo*, importato*, iscritto*',
    'não contatado*, não contactado*, ainda não contatado*, a contatar, a contactar, não enviado*, a enviar, ainda não, na fila, pendente*, não iniciado*, agendado*, em pausa, rascunho, novo*, inscrito*',
  ],
};

/** Values that are removal requests in some tools, and something else in others. */
const POSSIBLE_REMOVALS =
  'stop, stop all, please stop, remove, removed, suppressed, blocked, spam, gdpr, dsgvo, rgpd, lgpd, do not call, deleted, gelöscht, gesperrt, blockiert, keine werbung, supprimé*, bloqué*, opposition, baja, cancelado*, eliminado*, bloqueado*, no molestar, oposición, verwijderd, geblokkeerd, cancellato*, rimosso*, bloccato*, non disturbare, removido*';

/** A value of a cell that has no content. */
const BLANKS =
  'na, n a, nan, nat, null, nil, none, nothing, undefined, unknown, blank, empty, not available, not applicable, \\n, #na, #nv, #nd, #nb, <na>, <null>, infinity, ' +
  'k a, keine angabe, keine angaben, nicht verfügbar, unbekannt, leer, keine, nichts, vide, rien, aucun*, inconnu*, non disponible, sans objet, nc, nd, vacío, nada, ninguno*, desconocido*, no disponible, no aplica, ' +
  'leeg, geen, niets, onbekend, nvt, niet beschikbaar, vuoto, niente, nessuno*, sconosciuto*, non applicabile, vazio, nenhum, nenhuma, desconhecido*, não disponível, não aplicável';
const NO =
  'no, n, not, non, false, f, off, never, nein, nicht, falsch, aus, nie, niemals, faux, jamais, falso*, nunca, nee, onwaar, nooit, mai, não, ✗, ✘, ❌, ✕, ✖, ☐';
/** Letters that stand for yes in one language and something else in another, such as x, o, s and v, are not in it. */
const YES =
  'yes, y, true, t, on, ja, j, wahr, oui, vrai, sí, si, verdadero*, waar, vero*, sim, verdadeiro*, ✓, ✔, ✅, ☑';

/** The status of an address, as services that verify addresses write it. */
const VERIFICATIONS =
  'invalid, undeliverable, unzustellbar, unknown, unavailable, disposable, role, role based, spamtrap, spam trap, abuse, do not mail, toxic, ok, bad, guessed, extrapolated, likely, pending';
const VERIFIED = 'valid, verified, unverified, deliverable, risky, catch all, accept all, zustellbar, verifiziert';

/** Words before a status that say whose it is. */
const SUBJECT =
  /^(?:e?mails?|leads?|prospects?|contacts?|recipients?|person|linkedin|messages?|inmails?|campaign|step)?(?:hasbeen|has|was|is)?/;
/** Negations, without those that are also an answer of their own, as in `No, unsubscribe`. */
const NEGATIONS = ['not', 'nicht', 'pas', 'niet'];

/** A value without case, accents, spaces and punctuation; of a number its digits, `2` for `2.0`. */
export function foldValue(text: string): string {
  const [isNumber, sign, whole, fraction] = /^([-−]?)(\d+)?((?:[.,]\d*)*)$/.exec(text.trim()) ?? [];
  if (isNumber && whole) return `${sign && '-'}${Number(whole)}${/^[.,]?0*$/.test(fraction ?? '') ? '' : fraction}`;
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\p{M}\p{Cf}\s\p{Pd}_./,;:!'’‘“”"()[\]{}&·]+/gu, '');
}

const splitWords = (list: string) =>
  list.split(', ').flatMap((word) => {
    const [stem = '', ending] = word.split('*');
    if (ending === undefined) return [word];
    if (stem.endsWith('o')) return ['o', 'a', 'os', 'as', 'i', 'e'].map((end) => stem.slice(0, -1) + end + ending);
    return ['', 'e', 's', 'es'].map((end) => stem + end + ending);
  });
const wordSet = (list: string) => new Set(splitWords(list).map(foldValue));

const [blanks, noWords, yesWords] = [wordSet(BLANKS).add(''), wordSet(NO), wordSet(YES)];
const possibleRemovals = wordSet(POSSIBLE_REMOVALS);
const [verifications, verified] = [wordSet(VERIFICATIONS), wordSet(VERIFIED)];
const statuses = new Map(
  (Object.entries(STATUSES) as [Meaning, readonly string[]][]).flatMap(([meaning, lines]) =>
    lines.flatMap(splitWords).map((word) => [foldValue(word), meaning] as const),
  ),
);

/** Whether a value has no content, such as `n/a`, `-` and `{}`. */
export const isBlank = (text: string) => blanks.has(foldValue(text));

/** Whether all values are about the validity of an address. */
export function areVerifications(values: readonly string[]): boolean {
  const words = values.map(foldValue).filter((word) => !blanks.has(word) || verifications.has(word));
  return (
    words.some((word) => verified.has(word)) && words.every((word) => verified.has(word) || verifications.has(word))
  );
}

/** Reads yes or no; null for any other word. Whole numbers from 0 to 9,999 are counts. */
export function readTruth(text: string): boolean | null {
  const value = foldValue(text);
  if (noWords.has(value) || /^-?0%?$/.test(value)) return false;
  const isCount = /^\d{1,4}([.,]0*)?$/.test(text.replace(/[\s'"()[\]]/g, ''));
  return yesWords.has(value) || isCount ? true : null;
}

const MAX_STATUS = 200;
/** The count of `Opened (3)`, `Opened 3x` and `Opted out: yes`, or that of `3 replies`. */
const NAMED = /^([^:=(]{2,60}?)(?: ?[:=(] ?| x?(?=\d))(.*?)(?: ?x| times)?\)?$/i;
const COUNTED = /^(\d{1,4}) ?x? (\D+)$/i;
/** Pictures beside a word, without those that may deny it. */
const PICTURES = /(?![✖❌❎❗❓☐⛔🚫🛑👎])[\p{Extended_Pictographic}✓✔✅☑★☆]\ufe0f?/gu;
/** The other endings of gender and number in `interesado/a` and `désinscrit(e)`. */
const ENDINGS = /(?<=\p{L})[/(·.-]\(?(?:as?|os?|es?|s)\)?$/iu;
const CHANNEL = /(?<=\S) (?:via|by|on|per|par|por) (?:an? )?(?:e-?mail|linkedin|inmail|message|link)$/i;
/** The number of a message, as in `Email 2 sent`. */
const INNER_NUMBER = / #?\d{1,2}(?= |: )/;

/** The meaning of a status, also as `Opted out: yes`, `Opened (3)` and `Finished - no reply`; undefined for a word that is not known. */
export function readStatus(text: string): Meaning | undefined {
  if (text.length > MAX_STATUS || /[:=(]\s*\)?\s*$/.test(text)) return undefined;
  const whole = /[:=(]/.test(text) ? undefined : readFolded(foldValue(text));
  if (whole) return whole;
  const status = (datedStatus(text)?.status ?? text).replace(PICTURES, ' ').trim();
  const [, count = '', counted = ''] = COUNTED.exec(status) ?? [];
  const [, name = counted, truth = count] = NAMED.exec(status) ?? [];
  const named = truth && (isBlank(truth) || readTruth(truth) !== null) ? readFolded(foldValue(name)) : undefined;
  if (named && named !== 'ignore') return readTruth(truth) ? named : 'ignore';
  const plain = status.replace(ENDINGS, '').replace(CHANNEL, '').replace(INNER_NUMBER, '');
  const known = readFolded(foldValue(status)) ?? readFolded(foldValue(plain));
  const parts = known ? [] : plain.split(/[;,|/+&>():]+| - | – /).filter((part) => foldValue(part) !== '');
  const [first, ...others] = parts.map((part) => readFolded(foldValue(part)));
  return known ?? (others.length > 0 && others.every((meaning) => meaning === first) ? first : undefined);
}

const MAX_WORDS = 20;

/** Whether some words of a text are a removal request, as in `Bad fit, DNC`. */
export function namesRemoval(words: readonly string[]): boolean {
  const few = words.slice(0, MAX_WORDS);
  return few.some((_, from) =>
    few.some((_, to) => statuses.get(foldValue(few.slice(from, to + 1).join(''))) === 'unsubscribed'),
  );
}

/** Matches all texts with a removal request, and few others, since it is tried on each cell of a file. */
const removalWords = [...STATUSES.unsubscribed, POSSIBLE_REMOVALS].flatMap(splitWords).map((phrase) => {
  const [longest = ''] = phrase.split(/[ ’-]/).sort((one, other) => other.length - one.length);
  return longest;
});
const REMOVAL_WORD = new RegExp([...new Set([...removalWords, ...removalWords.map(foldValue)])].join('|'), 'iu');

/** Whether a value that nobody has given a meaning may be a removal request. */
export function mayBeRemoval(text: string): boolean {
  if (!REMOVAL_WORD.test(text) || /:\/\/|@|www\./.test(text)) return false;
  return possibleRemovals.has(foldValue(text)) || namesRemoval(text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []);
}

/** The meaning of a folded word. */
export function readFolded(word: string): Meaning | undefined {
  const known = statuses.get(word) ?? statuses.get(word.replace(SUBJECT, ''));
  if (known) return known;
  const denied = NEGATIONS.map((negation) => word.startsWith(negation) && statuses.get(word.slice(negation.length)));
  return denied.some((meaning) => meaning === 'bounced' || meaning === 'unsubscribed') ? 'ignore' : undefined;
}
