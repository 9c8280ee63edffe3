import { address, headers } from './backend.ts';

/** What the accounts' side offers; hosted projects send more. */
export type AuthSettings = { external: Record<string, boolean>; saml_enabled?: boolean };

/** Reads what the accounts' side offers, such as which providers one can sign in with. */
export async function readAuthSettings(): Promise<AuthSettings> {
  const answer = await fetch(address('auth/v1/settings'), { headers });
  if (!answer.ok) throw new Error(`/auth/v1/settings answered ${answer.status}`);
  return (await answer.json()) as AuthSettings;
}
