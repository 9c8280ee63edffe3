import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherDomains, otherEmails } from './international-domains.ts';

test.each<[string, string[]]>([
  ['müller.de', ['xn--mller-kva.de']],
  ['mu\u0308ller.de', ['xn--mller-kva.de']],
  ['MÜLLER.de', ['xn--mller-kva.de']],
  ['https://www.Müller.de:8080/über?x=1', ['www.xn--mller-kva.de']],
  ['XN--MLLER-KVA.DE', ['müller.de']],
  ['straße.example', ['xn--strae-oqa.example']],
  ['пример.xn--p1ai', ['xn--e1afmkfd.xn--p1ai', 'пример.рф']],
  ['xn--aa-9zz.de', ['aa⦏.de']],
  ['acme.com', []],
  ['xn--.de', []],
  ['xn--999999999.de', []],
  ['xn--mller-kv!.de', []],
  ['xn--a-.de', []],
  ['müller', []],
  ['mü ller.de', []],
])('the other forms of %s are %j', (domain, forms) => {
  expect(otherDomains(domain)).toEqual(forms);
});

test('of an email, only the domain has another form', () => {
  expect(otherEmails('jürgen@müller.de')).toEqual(['jürgen@xn--mller-kva.de']);
  expect(otherEmails('jürgen@xn--mller-kva.de')).toEqual(['jürgen@müller.de']);
  expect(otherEmails('info@acme.com')).toEqual([]);
});

test('any text has other forms or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-', '.', ' ', 'ü'), maxLength: 30 }), (text) => {
      for (const form of otherDomains(`xn--${text}`)) expect(form).toMatch(/^(?:[a-z\d.-]|[^\p{ASCII}\p{Cc}\p{Z}])+$/u);
    }),
  );
});

test('Unicode and Punycode are converted as Node does', () => {
  const label = fc.string({
    unit: fc.constantFrom('a', 'z', '7', '-', 'ü', 'é', 'ж', 'ß', '日', '本', '𠮷', 'ا'),
    maxLength: 20,
  });
  let converted = 0;
  fc.assert(
    fc.property(label, (text) => {
      const ascii = domainToASCII(`a${text}a.example`);
      const unicode = domainToUnicode(ascii);
      if (unicode === ascii || ascii === '') return;
      converted += 1;
      expect(otherDomains(ascii)).toEqual([unicode]);
      expect(otherDomains(unicode)).toEqual([ascii]);
    }),
  );
  expect(converted).toBeGreaterThan(20);
});
