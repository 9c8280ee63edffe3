import { expect, test } from 'vitest';
import { openSaml, readMetadata } from './saml.ts';

const wrap = (inside: string, attributes = 'entityID="https://idp.example.test"') =>
  `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" ${attributes}>${inside}</md:EntityDescriptor>`;
const key = (use: string, text: string) =>
  `<md:KeyDescriptor ${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${text}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const service = (binding: string) =>
  `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://idp.example.test/${binding}"/>`;
const provider = (inside: string) => wrap(`<md:IDPSSODescriptor>${inside}</md:IDPSSODescriptor>`);

test('metadata gives the entity id, the sign-in URL and the signing certificates', () => {
  const keys = key('use="signing"', ' AB\n C ') + key('use="encryption"', 'no') + key('', 'D');
  expect(readMetadata(provider(keys + service('HTTP-POST') + service('HTTP-Redirect')))).toEqual({
    entityId: 'https://idp.example.test',
    entryPoint: 'https://idp.example.test/HTTP-Redirect',
    certificates: ['ABC', 'D'],
  });
});

test.each([
  [wrap('', ''), 'the metadata names no entityID'],
  [wrap(''), 'the metadata describes no identity provider'],
  [provider(key('', 'A')), 'the metadata names no SingleSignOnService with the HTTP-Redirect binding'],
  [provider(service('HTTP-POST')), 'the metadata names no SingleSignOnService with the HTTP-Redirect binding'],
  [provider(service('HTTP-Redirect')), 'the metadata holds no certificate to verify signatures with'],
  [`<!DOCTYPE x>${wrap('')}`, 'the metadata must not declare a document type'],
])('%#: %s is rejected', (xml, message) => {
  expect(() => readMetadata(xml)).toThrow(message);
});

const tooLarge = 'the response has more than 65536 characters or 1000 tags';

test.each([
  ['1,000 tags', '<b/>'.repeat(998), 'InResponseTo is missing from response'],
  ['1,001 tags', '<b/>'.repeat(999), tooLarge],
  ['65,536 characters', 'b'.repeat(65_529), 'InResponseTo is missing from response'],
  ['65,537 characters', 'b'.repeat(65_530), tooLarge],
])('a response of %s is rejected: before it is parsed if it is too large', async (_, inside, message) => {
  const metadata = provider(key('', 'A') + service('HTTP-Redirect'));
  const connection = openSaml({ name: 'a', metadata, domains: [] }, { entityId: 'a', responseUrl: 'https://a.test' });
  const response = Buffer.from(`<a>${inside}</a>`).toString('base64');
  await expect(connection.readResponse(response, '_1')).rejects.toThrow(message);
});
