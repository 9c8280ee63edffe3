import { DOMParser } from '@xmldom/xmldom';

export type IdentityProvider = { entityId: string; entryPoint: string; certificates: string[] };

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
