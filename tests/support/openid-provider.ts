// A real OpenID provider for tests. The test defines its users, who sign in and consent automatically.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { listen } from './free-port.ts';

/** The claims of a user, by the subject that `login_hint` names. */
type Users = Map<string, Record<string, unknown>>;

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  users: Users;
  close(): Promise<void>;
};

const client = { clientId: 'leadlight', clientSecret: 'a secret between the two' };

/** `redirectUri` is where it may redirect browsers to. */
export async function openOpenIdProvider(redirectUri: () => string): Promise<OpenIdProvider> {
  const users: Users = new Map();
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  const provider = new Provider(issuer, configuration(users, redirectUri));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void consent(provider, request, response);
    else answer(request, response);
  });
  return {
    issuer,
    ...client,
    users,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function configuration(users: Users, redirectUri: () => string): Configuration {
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
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...users.get(sub) }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['test'] },
  };
}

/** Signs in the user that `login_hint` names and grants every scope; 'declines' denies access. */
async function consent(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params, prompt, session } = await provider.interactionDetails(request, response);
  const subject = String(params.login_hint);
  if (subject === 'declines') {
    const declined = { error: 'access_denied', error_description: 'The user declined' };
    return provider.interactionFinished(request, response, declined);
  }
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: subject } });
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? subject, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}
