// A real SAML identity provider for tests. It responds to each request with the user that the test has queued.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import samlp from 'samlp';
import { listen } from './free-port.ts';

export type SamlUser = {
  id: string;
  emails: { value: string }[];
  displayName: string;
  name: { givenName: string; familyName: string };
};

export type IdentityProvider = {
  entityId: string;
  metadata: string;
  /** The form that the provider's response posts for a request URL. */
  answer(requestUrl: string, user: SamlUser, changes?: Changes): Promise<{ SAMLResponse: string; RelayState: string }>;
  close(): Promise<void>;
};

/** Deviations from a valid response. */
type Changes = { audience?: string; signAssertion?: boolean; issuer?: string };

const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, '../fixtures/saml', name));
const keys = { cert: fixture('identity-provider.crt'), key: fixture('identity-provider.key') };

export const newSamlUser = (email: string): SamlUser => ({
  id: randomUUID(),
  emails: [{ value: email }],
  displayName: 'Ada Lovelace',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
});

export async function openIdentityProvider(answerAt: string): Promise<IdentityProvider> {
  const queued: { user: SamlUser; changes: Changes }[] = [];
  const server = createServer((request, response) => {
    const { user, changes } = queued.pop() ?? {};
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://idp').searchParams);
    const handle = samlp.auth({
      issuer: entityId,
      ...keys,
      ...changes,
      getPostURL: (_audience, _dom, _request, callback) => callback(null, answerAt),
      getUserFromRequest: () => user,
      responseHandler: (answer, _options, _request, out) => {
        out.end(JSON.stringify({ SAMLResponse: answer.toString('base64'), RelayState: query.RelayState }));
      },
    });
    handle(Object.assign(request, { query }), response, (error) => {
      response.statusCode = 500;
      response.end(error?.message);
    });
  });
  const entityId = `http://127.0.0.1:${await listen(server)}`;
  return {
    entityId,
    metadata: metadataXml(entityId),
    answer: async (requestUrl, user, changes = {}) => {
      queued.push({ user, changes });
      const response = await fetch(requestUrl);
      const body = await response.text();
      if (!response.ok) throw new Error(`the identity provider answered ${response.status} ${body}`);
      return JSON.parse(body) as { SAMLResponse: string; RelayState: string };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const metadataXml = (entityId: string) => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
      ${keys.cert.toString().replace(/-----[A-Z ]+-----/g, '')}
    </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entityId}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
