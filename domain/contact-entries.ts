import { type ContactKind, kindOf } from './contact-kind.ts';
import { otherForms } from './international-domains.ts';

/** An entry to add, with the number of its line. */
export type NewEntry = { line: number; kind: ContactKind; value: string; reason?: string };

/** Of an international domain in both of its written forms. */
export function entriesOf(line: number, value: string, given?: ContactKind, reason = ''): NewEntry[] {
  const text = given === 'company' ? value : addressIn(value);
  const kind = given ?? kindOf(text);
  const cleaned = kind === 'domain' ? text.replace(/^@/, '') : text;
  return [cleaned, ...otherForms(kind, cleaned)].map((form) => ({
    line,
    kind,
    value: form,
    ...(reason && { reason }),
  }));
}

/** The address in what an email program copies, such as `Ada Lovelace <ada@x.com>`, `mailto:ada@x.com` and `"ada@x.com"`; another text unchanged. */
export function addressIn(text: string): string {
  const [, named] = /<([^<>\s]*@[^<>\s]*)>$/.exec(text) ?? [];
  const [, bare] = /^["'“„]?(?:mailto:)?([^@"'“”<>\s]*@[^"'“”<>\s?]*)(?:\?\S*)?["'”“]?$/i.exec(text) ?? [];
  return named ?? bare ?? text;
}
