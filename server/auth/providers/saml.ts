// SAML 2.0 with identity providers: their metadata, the request, and the validation of the response.
import { randomBytes } from 'node:crypto';
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { DOMParser } from '@xmldom/xmldom';
import type { SamlProvider } from '#server/provider-config.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { truncateMetadata } from '../user-metadata.ts';
import type { Metadata } from '../users.ts';

export type ServiceProvider = { entityId: string; responseUrl: string };

export type SamlAccount = { subject: string; email: string; data: Metadata };

export type SamlConnection = ReturnType<typeof openSaml>;

const CLOCK_SKEW_MS = 30_000;

/** Limits of a response whose signature is not verified yet. The XML libraries need time by the square of its elements: 10,000 would block the process for 2 s. */
const MAX_RESPONSE_LENGTH = 64 * 1024;
const MAX_TAGS = 1_000;

export const newRequestId = () => `_${randomBytes(20).toString('hex')}`;

/** Throws an Error for incomplete metadata. */
export function openSaml({ name, metadata, domains }: SamlProvider, service: ServiceProvider) {
  const provider = readMetadata(metadata);
  return {
    name,
    domains,
    /** The URL at which the browser signs in. The response has to name the request. */
    loginUrl: (requestId: string, relayState: string) =>
      client(provider, service, requestId).getAuthorizeUrlAsync(relayState, undefined, {}),
    /** The account in the response to a request. Rejects with an Error that gives the reason. */
    readResponse: async (response: string, requestId: string): Promise<SamlAccount> => {
      requireSmall(Buffer.from(response, 'base64').toString());
      const saml = client(provider, service, requestId);
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
      if (!profile) throw new Error('the response has no subject');
      // node-saml checks the issuer of logout messages only, and two providers may share a certificate
      if (profile.issuer !== provider.entityId) throw new Error(`the response is from ${profile.issuer}`);
      // node-saml checks the assertion's InResponseTo only where there is one, and the enclosing response may be unsigned
      if (!isInResponseTo(profile, requestId)) throw new Error('the assertion is not in response to our request');
      return readAccount(profile, domains);
    },
  };
}

function requireSmall(xml: string): void {
  if (xml.length > MAX_RESPONSE_LENGTH || xml.split('<').length > MAX_TAGS + 1) {
    throw new Error(`the response has more than ${MAX_RESPONSE_LENGTH} characters or ${MAX_TAGS} tags`);
  }
}

export const serviceMetadata = (service: ServiceProvider): string =>
  new SAML({ ...options(service), idpCert: 'none' }).generateServiceProviderMetadata(null, null);

const options = ({ entityId, responseUrl }: ServiceProvider) => ({
  issuer: entityId,
  audience: entityId,
  callbackUrl: responseUrl,
  wantAssertionsSigned: true,
  wantAuthnResponseSigned: false,
  acceptedClockSkewMs: CLOCK_SKEW_MS,
  disableRequestedAuthnContext: true,
  identifierFormat: null,
});

/** One client per request, which accepts responses to that request only. */
function client(provider: IdentityProvider, service: ServiceProvider, requestId: string): SAML {
  const cacheProvider: CacheProvider = {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key) => key,
  };
  return new SAML({
    ...options(service),
    entryPoint: provider.entryPoint,
    idpIssuer: provider.entityId,
    idpCert: provider.certificates,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    cacheProvider,
  });
}

type SubjectConfirmation = { SubjectConfirmationData?: { $?: { InResponseTo?: string } }[] };
type Assertion = { Assertion?: { Subject?: { SubjectConfirmation?: SubjectConfirmation[] }[] } };

/** Whether the signed assertion confirms its subject in response to this request. */
function isInResponseTo(profile: Profile, requestId: string): boolean {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as Assertion;
  const confirmations = assertion?.Subject?.flatMap((subject) => subject.SubjectConfirmation ?? []) ?? [];
  return confirmations.some(({ SubjectConfirmationData: [data] = [] }) => data?.$?.InResponseTo === requestId);
}

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];
const NAME_ATTRIBUTES = ['displayName', 'name', 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'];

/** An identity provider may assert emails of its configured domains only. */
function readAccount(profile: Profile, domains: string[]): SamlAccount {
  if (!profile.nameID || profile.nameIDFormat === TRANSIENT) throw new Error('the response has no permanent NameID');
  const claimedEmail = firstText(profile, EMAIL_ATTRIBUTES) ?? profile.nameID;
  if (emailFault(claimedEmail)) throw new Error('the response has no valid email');
  const email = foldEmail(claimedEmail);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!domains.includes(domain)) throw new Error(`the provider is not configured for ${domain}`);
  const name = firstText(profile, NAME_ATTRIBUTES);
  const data = { sub: profile.nameID, iss: profile.issuer, email, email_verified: true, phone_verified: false };
  return {
    subject: profile.nameID,
    email,
    data: truncateMetadata({ ...data, ...(name && { name, full_name: name }) }),
  };
}

const firstText = (profile: Profile, attributes: string[]): string | undefined =>
  attributes
    .map((attribute) => profile[attribute])
    .find((value): value is string => typeof value === 'string' && value !== '');

type IdentityProvider = { entityId: string; entryPoint: string; certificates: string[] };

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Throws an Error that names what is missing. */
export function readMetadata(xml: string): IdentityProvider {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) throw new Error('the metadata must not declare a document type');
  const document = new DOMParser({ errorHandler: { warning: () => {} } }).parseFromString(xml, 'text/xml');
  const entityId = document?.documentElement?.getAttribute('entityID');
  if (!entityId) throw new Error('the metadata names no entityID');
  const [description] = elements(document, METADATA, 'IDPSSODescriptor');
  if (!description) throw new Error('the metadata describes no identity provider');
  const services = elements(description, METADATA, 'SingleSignOnService');
  const service = services.find((one) => one.getAttribute('Binding') === REDIRECT);
  const entryPoint = service?.getAttribute('Location');
  if (!entryPoint) throw new Error('the metadata names no SingleSignOnService with the HTTP-Redirect binding');
  const keys = elements(description, METADATA, 'KeyDescriptor').filter(
    (key) => key.getAttribute('use') !== 'encryption',
  );
  const certificates = keys
    .flatMap((key) => elements(key, SIGNATURE, 'X509Certificate'))
    .map((certificate) => (certificate.textContent ?? '').replace(/\s/g, ''));
  if (certificates.length === 0) throw new Error('the metadata holds no certificate to verify signatures with');
  return { entityId, entryPoint, certificates };
}

/** The part of the DOM that is used; the server is compiled without DOM types. */
type Element = {
  getAttribute(name: string): string | null;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Element>;
  textContent: string | null;
};

const elements = (node: Pick<Element, 'getElementsByTagNameNS'>, namespace: string, name: string): Element[] =>
  Array.from(node.getElementsByTagNameNS(namespace, name));
