// The settings of a request that PostgreSQL sees: role, claims, headers, method, path, and whether it may write.
import type { Settings } from '../database/connections/rows.ts';
import type { TokenIdentity } from '../jwt.ts';
import type { Plan } from './plan/plan.ts';
import type { ApiRequest } from './request/read-request.ts';

/** The claims of older PostgREST versions. The functions of schema auth read them first, so values set for the session or database are cleared. */
const formerClaims = {
  'request.jwt.claim': '',
  'request.jwt.claim.sub': '',
  'request.jwt.claim.role': '',
  'request.jwt.claim.email': '',
};

export type RequestHeaders = NodeJS.Dict<string | string[]>;

/** Headers without those that have secrets: the database gets the claims instead. */
const shown = ({ authorization, cookie, apikey, ...headers }: RequestHeaders) => headers;

export function sessionSettings(
  identity: TokenIdentity,
  request: ApiRequest,
  headers: RequestHeaders,
  plan: Plan,
): Settings {
  const isReadOnly = plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly);
  return {
    role: identity.role,
    search_path: `"${request.schema}", extensions`,
    transaction_read_only: isReadOnly ? 'on' : 'off',
    ...formerClaims,
    'request.jwt.claims': JSON.stringify(identity.claims),
    'request.headers': JSON.stringify(shown(headers)),
    'request.method': request.method,
    'request.path': request.path,
    ...(plan.timeout !== undefined && { statement_timeout: `${plan.timeout}ms` }),
  };
}
