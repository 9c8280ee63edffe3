// /sso: redirects to a SAML identity provider by domain or id, handles its response, and publishes the service's metadata.
import { z } from 'zod';
import { type Config, siteUrl } from '#server/config.ts';
import type { Query } from '#server/database/connections/pool.ts';
import { isUuid } from '../authentication.ts';
import type { AuthContext } from '../context.ts';
import { redirectWithError } from '../error-response.ts';
import { AuthError, userBanned, validationFailed } from '../errors.ts';
import { createUserWithoutPassword } from '../new-users.ts';
import { redirectTarget } from '../redirects.ts';
import { challengeMembers, readBody, readChallenge, text } from '../request-body.ts';
import { type AuthUser, findUser, lockUserByIdentity } from '../users.ts';
import { createProviderFlow, flowErrors, type ProviderFlow, resumeProviderFlow } from './flows.ts';
import { putIdentity } from './identities.ts';
import { providerRedirect } from './provider-redirect.ts';
import { newRequestId, type SamlAccount, type SamlConnection, serviceMetadata } from './saml.ts';

const Start = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: z.boolean().nullish(),
  ...challengeMembers,
});

/** POST /sso */
export async function startSaml(c: AuthContext): Promise<Response> {
  requireEnabled(c);
  const body = await readBody(c, Start);
  const connection = await requireConnection(c, body);
  const requestId = newRequestId();
  const state = await c.var.database.transaction(async (query) =>
    createProviderFlow(c, query, {
      provider: samlProvider(await findOrCreateConnectionId(query, connection.name)),
      method: 'sso/saml',
      redirectTo: redirectTarget(c, body.redirect_to ?? c.req.query('redirect_to')),
      verifier: requestId,
      challenge: readChallenge(body),
      link: undefined,
    }),
  );
  const url = await connection.loginUrl(requestId, state);
  return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303);
}

function requireEnabled(c: AuthContext): void {
  if (c.var.samlConnections.length > 0) return;
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}

async function requireConnection(c: AuthContext, body: z.output<typeof Start>): Promise<SamlConnection> {
  const { provider_id: id, domain } = body;
  if (!id === !domain) throw validationFailed('A provider_id or a domain needs to be provided, and only one of them');
  if (!domain) return requireConnectionById(c, id);
  const connection = c.var.samlConnections.find(({ domains }) => domains.includes(domain.toLowerCase()));
  if (connection) return connection;
  throw new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain');
}

async function requireConnectionById(c: AuthContext, id: string | undefined): Promise<SamlConnection> {
  const { database, samlConnections } = c.var;
  const name = isUuid(id) ? await findConnectionName(database.query, id) : undefined;
  const connection = samlConnections.find((candidate) => candidate.name === name);
  if (!connection) throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider');
  return connection;
}

/** POST /sso/saml/acs */
export async function finishSaml(c: AuthContext): Promise<Response> {
  requireEnabled(c);
  const form = new URLSearchParams(await c.var.readText());
  let target = siteUrl(c.var.config);
  try {
    const flow = await resumeProviderFlow(c, form.get('RelayState') ?? undefined, relayErrors);
    target = flow.redirectTo;
    const account = await readResponse(c, flow, form.get('SAMLResponse') ?? '');
    const url = await c.var.database.transaction(async (query) => {
      const user = await findOrCreateSamlUser(query, flow.provider, account);
      if (!user) throw new AuthError(500, 'unexpected_failure', 'The account could not be created');
      if (user.is_banned) throw userBanned();
      return providerRedirect(c, query, { flow, user, method: 'sso/saml' });
    });
    return c.redirect(url, 303);
  } catch (error) {
    return redirectWithError(c, error, { target, inQuery: true, status: 303 });
  }
}

/** Unsolicited responses are rejected: they could sign a victim in to an attacker's account. */
const relayErrors = {
  already_used: flowErrors.already_used,
  not_found: () => new AuthError(400, 'saml_relay_state_not_found', 'SAML RelayState is missing or unknown'),
};

async function readResponse(c: AuthContext, flow: ProviderFlow, response: string): Promise<SamlAccount> {
  const connection = await requireConnectionById(c, parseConnectionId(flow.provider));
  return connection.readResponse(response, flow.verifier).catch((error: Error) => {
    c.var.log.warn({ msg: 'SAML response rejected', connection: connection.name, reason: error.message });
    throw new AuthError(403, 'saml_assertion_invalid', `SAML Assertion is not valid: ${error.message}`);
  });
}

/** The id of a connection, by which clients may name it; created once for each name. */
async function findOrCreateConnectionId(query: Query, name: string): Promise<string> {
  const { rows } = await query<{ id: string }>(
    `insert into auth.sso_providers (id, resource_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())
     on conflict (lower(resource_id)) do update set updated_at = now() returning id`,
    [name],
  );
  return rows[0]?.id ?? '';
}

async function findConnectionName(query: Query, id: string): Promise<string | undefined> {
  const text = 'select resource_id as name from auth.sso_providers where id = $1';
  return (await query<{ name: string }>(text, [id])).rows[0]?.name;
}

const PREFIX = 'sso:';

/** A connection as the provider of identities and flows. */
const samlProvider = (connectionId: string) => `${PREFIX}${connectionId}`;

/** Undefined for another kind of provider. */
const parseConnectionId = (provider: string): string | undefined =>
  provider.startsWith(PREFIX) ? provider.slice(PREFIX.length) : undefined;

/** One account per connection and NameID, never linked to password accounts. */
async function findOrCreateSamlUser(
  query: Query,
  provider: string,
  { subject, email, data }: SamlAccount,
): Promise<AuthUser | undefined> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth.join ${provider} ${subject}`]);
  const known = await lockUserByIdentity(query, provider, subject);
  const userId = known?.id ?? (await createUserWithoutPassword(query, { email, data, isConfirmed: true, isSso: true }));
  if (!userId) return undefined;
  await putIdentity(query, userId, { provider, subject, data });
  return findUser(query, userId);
}

/** GET /sso/saml/metadata */
export function readServiceMetadata(c: AuthContext): Response {
  requireEnabled(c);
  c.header('Content-Type', 'application/xml; charset=utf-8');
  return c.body(serviceMetadata(ownServiceProvider(c.var.config)));
}

/** This service as identity providers know it. */
export function ownServiceProvider(config: Config) {
  const base = `${siteUrl(config)}/auth/v1/sso/saml`;
  return { entityId: `${base}/metadata`, responseUrl: `${base}/acs` };
}
