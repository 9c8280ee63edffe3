// In charge of talking with identity providers over SAML 2.0: the request, and what of the answer may be believed. Knows no account of ours.
import { randomBytes } from 'node:crypto';
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { SamlProvider } from '#server/provider-config.ts';
import { emailFault, foldEmail } from '../credentials.ts';
import { fittedMetadata } from '../user-metadata.ts';
import type { Metadata } from '../users.ts';
import { type IdentityProvider, readMetadata } from './saml-metadata.ts';

/** Ours: who we are to identity providers, and where they answer. */
export type ServiceProvider = { entityId: string; answerAt: string };

export type SamlPerson = { subject: string; email: string; data: Metadata };

export type SignOn = {
  name: string;
  domains: string[];
  /** Where the browser goes; the answer has to name the request. */
  departure(requestId: string, relayState: string): Promise<string>;
  /** Who the answer to our own request is about. Rejects with an Error that says why it is not believed. */
  answer(response: string, requestId: string): Promise<SamlPerson>;
};

const CLOCK_SKEW_MS = 30_000;

export const newRequestId = () => `_${randomBytes(20).toString('hex')}`;

/** Throws an Error for a description that lacks what is needed. */
export function openSignOn({ name, metadata, domains }: SamlProvider, service: ServiceProvider): SignOn {
  const provider = readMetadata(metadata);
  return {
    name,
    domains,
    departure: (requestId, relayState) =>
      client(provider, service, requestId).getAuthorizeUrlAsync(relayState, undefined, {}),
    answer: async (response, requestId) => {
      const saml = client(provider, service, requestId);
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
      if (!profile) throw new Error('the answer is about nobody');
      // node-saml compares the issuer of logout messages only; two providers may share a certificate
      if (profile.issuer !== provider.entityId) throw new Error(`the answer is from ${profile.issuer}`);
      // node-saml compares the assertion's InResponseTo only where there is one; the response around it may be unsigned
      if (!isInResponseTo(profile, requestId)) throw new Error('the assertion is not in response to our request');
      return personOf(profile, domains);
    },
  };
}

export const describeService = (service: ServiceProvider): string =>
  new SAML({ ...options(service), idpCert: 'none' }).generateServiceProviderMetadata(null, null);

const options = ({ entityId, answerAt }: ServiceProvider) => ({
  issuer: entityId,
  audience: entityId,
  callbackUrl: answerAt,
  wantAssertionsSigned: true,
  wantAuthnResponseSigned: false,
  acceptedClockSkewMs: CLOCK_SKEW_MS,
  disableRequestedAuthnContext: true,
  identifierFormat: null,
});

/** One for each request: it knows that request alone, so that no other answer is taken for its own. */
function client(
  { entityId, entryPoint, certificates }: IdentityProvider,
  service: ServiceProvider,
  requestId: string,
): SAML {
  const cacheProvider: CacheProvider = {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key) => key,
  };
  return new SAML({
    ...options(service),
    entryPoint,
    idpIssuer: entityId,
    idpCert: certificates,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    cacheProvider,
  });
}

type Confirmation = { SubjectConfirmationData?: { $?: { InResponseTo?: string } }[] };
type Assertion = { Assertion?: { Subject?: { SubjectConfirmation?: Confirmation[] }[] } };

/** Whether the signed assertion itself confirms its subject in response to this request. */
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

/** An identity provider speaks for the domains that it is configured with, and for no others. */
function personOf(profile: Profile, domains: string[]): SamlPerson {
  if (!profile.nameID || profile.nameIDFormat === TRANSIENT) throw new Error('the answer names nobody for good');
  const given = textOf(profile, EMAIL_ATTRIBUTES) ?? profile.nameID;
  if (emailFault(given)) throw new Error('the answer holds no email address');
  const email = foldEmail(given);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) throw new Error(`the provider does not speak for ${domain}`);
  const name = textOf(profile, NAME_ATTRIBUTES);
  const data = { sub: profile.nameID, iss: profile.issuer, email, email_verified: true, phone_verified: false };
  return { subject: profile.nameID, email, data: fittedMetadata({ ...data, ...(name && { name, full_name: name }) }) };
}

const textOf = (profile: Profile, attributes: string[]): string | undefined =>
  attributes
    .map((attribute) => profile[attribute])
    .find((value): value is string => typeof value === 'string' && value !== '');
