// In charge of knowing an escaped row: what in an answer belongs to a customer or a person that the caller may not see.

/** By owner, a customer or a person, the texts that give away a row of theirs. */
export type Secrets = Map<string, string[]>;

/** Ids of customers, accounts and memberships are no secrets: whoever was a member still sees them in the own membership. */
const isOpen = (what: string) => what === 'membership';

/** `ids` by name, as `acme`, `acme lead` or `member`; `emails` and `tokens` of invitations by owner. */
export function secretsOf(ids: ReadonlyMap<string, string>, others: readonly [owner: string, text: string][]): Secrets {
  const secrets: Secrets = new Map();
  const add = (owner: string, text: string) => secrets.set(owner, [...(secrets.get(owner) ?? []), text.toLowerCase()]);
  for (const [name, id] of ids) {
    const [owner = '', what] = name.split(' ');
    if (what && !isOpen(what)) add(owner, id);
  }
  for (const [owner, text] of others) add(owner, text);
  return secrets;
}

/** What of an answer may not have got out: secrets beyond the horizon that the request itself did not name. */
export function escapedFrom(secrets: Secrets, mayKnow: (owner: string) => boolean, asked: string, answered: string) {
  const [request, answer] = [asked.toLowerCase(), answered.toLowerCase()];
  return [...secrets].flatMap(([owner, texts]) =>
    mayKnow(owner) ? [] : texts.filter((text) => answer.includes(text) && !request.includes(text)),
  );
}
