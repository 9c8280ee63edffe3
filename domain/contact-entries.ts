import type { ContactKind } from './contact-kind.ts';
import { otherForms } from './international-domains.ts';

/** An entry to add, with the number of its line, or of its row in a file. `leftOut` is other text there that is not stored, such as a name. */
export type NewEntry = {
  line: number;
  isFromFile?: true;
  kind: ContactKind;
  value: string;
  reason?: string;
  leftOut?: string;
};

/** The entries of a value. An international domain has one for each of its two written forms. */
export function newEntries(line: number, kind: ContactKind, value: string, reason = '', leftOut = ''): NewEntry[] {
  return [value, ...otherForms(kind, value)].map((form, index) => ({
    line,
    kind,
    value: form,
    ...(reason && { reason }),
    ...(leftOut && index === 0 && { leftOut }),
  }));
}
