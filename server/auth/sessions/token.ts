// In charge of POST /token: which grant answers, and how often one address may ask.
import type { Dependencies, Endpoint } from '../context.ts';
import { AuthError } from '../errors.ts';
import { limitAddress } from '../limits.ts';
import { grantByPassword } from '../password/password-grant.ts';
import { grantByIdToken } from '../providers/id-token-grant.ts';
import { grantByFlowCode } from '../providers/pkce-grant.ts';
import { grantByRefreshToken } from './refresh-token-grant.ts';

const refuse =
  (error: AuthError): Endpoint =>
  () => {
    throw error;
  };

export function issueToken(deps: Dependencies): Endpoint {
  const grants = new Map<string | undefined, Endpoint>([
    ['password', grantByPassword(deps)],
    ['refresh_token', grantByRefreshToken(deps)],
    ['pkce', grantByFlowCode(deps)],
    ['id_token', grantByIdToken(deps)],
    ['web3', refuse(new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'))],
  ]);
  const unknown = refuse(new AuthError(400, 'invalid_credentials', 'unsupported_grant_type'));
  return async (c) => {
    await limitAddress(c, deps, { kind: 'token', perWindow: deps.config.AUTH_RATE_TOKEN });
    return (grants.get(c.req.query('grant_type')) ?? unknown)(c);
  };
}
