// In charge of knowing an escaped row: what in an answer belongs to a customer or a person that the caller may not see.
import type { Client } from 'pg';

/** By owner, a customer or a person, the texts in lower case that give away a row of theirs. */
type Secrets = Map<string, string[]>;

const texts = `
  select name as owner, name as secret from public.customers
  union all select name, token from public.invitations i join public.customers c on c.id = i.customer_id
  union all select id::text, email from auth.users
  union all select user_id::text, secret from auth.mfa_factors
  union all select user_id::text, token from auth.refresh_tokens
  union all select 'nobody', encrypted_password from auth.users where encrypted_password <> ''`;

/** Ids of customers, accounts and memberships are no secrets: whoever was a member still sees them in the own membership. */
const isOpen = (what: string) => what === 'membership';

/** What there is to give away; `ids` are by name, as `acme`, `acme lead` or `member`. */
export async function readSecrets(client: Client, ids: ReadonlyMap<string, string>): Promise<Secrets> {
  const secrets: Secrets = new Map();
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const add = (owner: string, text: string) => secrets.set(owner, [...(secrets.get(owner) ?? []), text.toLowerCase()]);
  for (const [name, id] of ids) {
    const [owner = '', what] = name.split(' ');
    if (what && !isOpen(what)) add(owner, id);
  }
  const { rows } = await client.query<{ owner: string; secret: string }>(texts);
  for (const { owner, secret } of rows) add(names.get(owner) ?? owner, secret);
  return secrets;
}

/** What of an answer may not have got out: secrets beyond the horizon that the request itself did not name. */
export function escapedFrom(secrets: Secrets, mayKnow: (owner: string) => boolean, asked: string, answered: string) {
  const [request, answer] = [asked.toLowerCase(), answered.toLowerCase()];
  return [...secrets].flatMap(([owner, texts]) =>
    mayKnow(owner) ? [] : texts.filter((text) => answer.includes(text) && !request.includes(text)),
  );
}
