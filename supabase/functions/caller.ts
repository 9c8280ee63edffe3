// In charge of who may call: an administrator, by the rows that the caller's own token shows. Trusts nothing in the token that the row API has not verified.
import { FunctionError } from './endpoint.ts';
import type { AskRows } from './row-api.ts';

/** Throws FunctionError: 401 without a valid token of a person, 403 with the `refusal` for a person who is no administrator. */
export async function requireAdmin(rows: AskRows, request: Request, refusal: string): Promise<void> {
  const person = personOf(request.headers.get('authorization'));
  if (!person) throw new FunctionError(401, 'Sign in first: there is no valid token');
  const roles = await rows(`/user_roles?select=role&role=eq.admin&user_id=eq.${encodeURIComponent(person)}`);
  if (!Array.isArray(roles) || roles.length === 0) throw new FunctionError(403, refusal);
}

/** Whom the token claims to be for; a publishable key is for nobody. */
function personOf(authorization: string | null): string | null {
  const [, payload] = /^Bearer [^.\s]+\.([^.\s]+)\.[^.\s]*$/i.exec(authorization ?? '') ?? [];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const subject = (claims as { sub?: unknown } | null)?.sub;
    return typeof subject === 'string' ? subject : null;
  } catch {
    return null;
  }
}
