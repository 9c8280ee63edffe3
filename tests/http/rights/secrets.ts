// Finds texts in a response that belong to a customer or user the caller may not see.
import type { Client } from 'pg';

/** The lower-case texts that identify a row, by its owner (a customer or a user). */
type Secrets = Map<string, string[]>;

const texts = `
  select name as owner, name as secret from public.customers
  union all select name, token from public.invitations i join public.customers c on c.id = i.customer_id
  union all select id::text, email from auth.users
  union all select id::text, email from public.review_links
  union all select id::text, token from public.review_links
  union all select name, email from public.colleague_requests r join public.customers c on c.id = r.customer_id
  union all select user_id::text, secret from auth.mfa_factors
  union all select user_id::text, token from auth.refresh_tokens
  union all select 'no one', encrypted_password from auth.users where encrypted_password <> ''`;

/** Ids of customers, accounts and memberships are not secret: former members still see them in their own membership. */
const isOpen = (what: string) => what === 'membership';

/** Reads all secrets; `ids` are by name, such as `acme`, `acme lead` or `member`. */
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

/** The secrets in a response that the caller may not see and did not name in the request. */
export function leakedSecrets(secrets: Secrets, mayKnow: (owner: string) => boolean, sent: string, received: string) {
  const [request, answer] = [sent.toLowerCase(), received.toLowerCase()];
  return [...secrets].flatMap(([owner, texts]) =>
    mayKnow(owner) ? [] : texts.filter((text) => answer.includes(text) && !request.includes(text)),
  );
}
