// In charge of /sso: the way to a company's own sign-on by its domain or number, the way back, and what its administrators need to know of us.
import { z } from 'zod';
import { siteOf } from '#server/config.ts';
import { isUuid } from '../authentication.ts';
import type { Dependencies, Endpoint } from '../context.ts';
import { AuthError, tooManyTries, validationFailed } from '../errors.ts';
import { flowLimit, limitAddress } from '../limits.ts';
import { challengeMembers, readChallenge } from '../pkce.ts';
import { refusalAt } from '../redirect-errors.ts';
import { redirectTarget } from '../redirects.ts';
import { readBody, text } from '../request-body.ts';
import { beginProviderFlow, type ProviderFlow, takeProviderFlow } from './flows.ts';
import { flowRefusals, land } from './provider-redirect.ts';
import { describeService, newRequestId, type SamlPerson, type SignOn } from './saml.ts';
import { admitSignOn, nameSignOn, numberSignOn, signOnProvider } from './saml-accounts.ts';

const PREFIX = 'sso:';

const Start = z.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: z.boolean().nullish(),
  ...challengeMembers,
});

export const startSignOn =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    await limitAddress(c, deps, { kind: 'sso', perWindow: deps.config.AUTH_RATE_SIGNUP });
    requireEnabled(deps);
    const body = await readBody(c, Start);
    const signOn = await requireSignOn(deps, body);
    const requestId = newRequestId();
    const state = await deps.database.transaction(async (query) =>
      beginProviderFlow(query, {
        provider: signOnProvider(await numberSignOn(query, signOn.name)),
        provedBy: 'sso/saml',
        redirectTo: redirectTarget(c, deps.config, body.redirect_to ?? c.req.query('redirect_to')),
        verifier: requestId,
        challenge: readChallenge(body),
        link: undefined,
        begunBy: flowLimit(c, deps.config),
      }),
    );
    if (!state) throw tooManyTries();
    const url = await signOn.departure(requestId, state);
    return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303);
  };

function requireEnabled({ signOns }: Dependencies): void {
  if (signOns.length === 0) throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}

async function requireSignOn(
  { signOns, database }: Dependencies,
  { provider_id: id, domain }: z.output<typeof Start>,
): Promise<SignOn> {
  if (!id === !domain) throw validationFailed('A provider_id or a domain needs to be provided, and only one of them');
  if (domain) {
    const signOn = signOns.find(({ domains }) => domains.includes(domain.toLowerCase()));
    if (!signOn) throw new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain');
    return signOn;
  }
  const name = isUuid(id) ? await database.transaction((query) => nameSignOn(query, id)) : undefined;
  const signOn = signOns.find((one) => one.name === name);
  if (!signOn) throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider');
  return signOn;
}

export const finishSignOn =
  (deps: Dependencies): Endpoint =>
  async (c) => {
    requireEnabled(deps);
    const form = new URLSearchParams(await c.req.text());
    let target = siteOf(deps.config);
    try {
      const flow = await takeFlow(deps, form.get('RelayState'));
      target = flow.redirectTo;
      const [signOnId, person] = await askSignOn(deps, flow, form.get('SAMLResponse') ?? '');
      const landed = await deps.database.transaction(async (query) => {
        const user = await admitSignOn(query, signOnId, person);
        if (!user) throw new AuthError(500, 'unexpected_failure', 'The account could not be made');
        if (user.is_banned) throw new AuthError(403, 'user_banned', 'User is banned');
        return land(c, deps, query, { flow, user, method: 'sso/saml' });
      });
      return c.redirect(landed, 303);
    } catch (error) {
      return c.redirect(refusalAt(error, { target, inQuery: true, log: deps.log }), 303);
    }
  };

const relayRefusals = {
  used: flowRefusals.used,
  unknown: () => new AuthError(400, 'saml_relay_state_not_found', 'SAML RelayState is missing or unknown'),
};

/** Only what was asked for here is taken: an answer that nobody asked for could sign somebody in to another's account unawares. */
async function takeFlow({ database }: Dependencies, state: string | null): Promise<ProviderFlow> {
  const id = state ?? undefined;
  if (!isUuid(id)) throw relayRefusals.unknown();
  const taken = await database.transaction((query) => takeProviderFlow(query, id));
  if (taken.outcome !== 'taken') throw relayRefusals[taken.outcome]();
  return taken.flow;
}

async function askSignOn(
  { signOns, database, log }: Dependencies,
  flow: ProviderFlow,
  response: string,
): Promise<[signOnId: string, person: SamlPerson]> {
  const id = flow.provider.slice(PREFIX.length);
  const name = flow.provider.startsWith(PREFIX)
    ? await database.transaction((query) => nameSignOn(query, id))
    : undefined;
  const signOn = signOns.find((one) => one.name === name);
  if (!signOn) throw new AuthError(404, 'sso_provider_not_found', 'No such SSO provider');
  const person = await signOn.answer(response, flow.verifier).catch((error: Error) => {
    log.warn({ msg: 'a sign-on’s answer was refused', signOn: signOn.name, reason: error.message });
    throw new AuthError(403, 'saml_assertion_invalid', `SAML Assertion is not valid: ${error.message}`);
  });
  return [id, person];
}

export const showServiceMetadata =
  (deps: Dependencies): Endpoint =>
  (c) => {
    requireEnabled(deps);
    c.header('Content-Type', 'application/xml; charset=utf-8');
    return c.body(describeService(serviceOf(deps.config)));
  };

/** Who we are to identity providers. */
export function serviceOf(config: Dependencies['config']) {
  const base = `${siteOf(config)}/auth/v1/sso/saml`;
  return { entityId: `${base}/metadata`, answerAt: `${base}/acs` };
}
