// In charge of a real OpenID provider for tests: its people are whom the test says, and each of them signs in and consents at once.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** The claims of a person, by the subject that the `login_hint` names. */
type People = Map<string, Record<string, unknown>>;

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  people: People;
  close(): Promise<void>;
};

const client = { clientId: 'leadlight', clientSecret: 'a secret between the two' };

/** `redirectUri` is where it may send browsers back to. */
export async function openOpenIdProvider(redirectUri: () => string): Promise<OpenIdProvider> {
  const people: People = new Map();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(people, redirectUri));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void consent(provider, request, response);
    else answer(request, response);
  });
  return {
    issuer,
    ...client,
    people,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function configuration(people: People, redirectUri: () => string): Configuration {
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirectUri()],
      },
    ],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
  };
}

/** Signs in whom `login_hint` names, and grants whatever is asked; 'nobody' declines. */
async function consent(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params, prompt, session } = await provider.interactionDetails(request, response);
  const person = String(params.login_hint);
  if (person === 'nobody') {
    const declined = { error: 'access_denied', error_description: 'The person declined' };
    return provider.interactionFinished(request, response, declined);
  }
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: person } });
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? person, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}
