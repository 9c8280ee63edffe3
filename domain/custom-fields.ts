// Custom fields: what a customer's leads or companies have besides their columns.
import { standardVariables } from './campaign/variables.ts';
import { type ImportType, importTargets } from './import/targets.ts';

/** `isInternal`: only administrators see its values. */
export type CustomField = { key: string; label: string; isInternal: boolean };

/** Values by key. An empty field has no key. */
export type CustomValues = Record<string, string>;

/** Fields of a customer and table; code points of a label, a key and a value; bytes of all values of a row, as PostgreSQL writes them. */
export const customLimits = { fields: 40, label: 200, key: 60, value: 2_000, bytes: 16_384 } as const;

/** Keys that would have the name of a column, or of a variable of messages. */
const reserved = new Set<string>([
  ...['leads', 'companies'].flatMap((type) => Object.keys(importTargets(type as ImportType))),
  ...standardVariables.keys(),
  ...['full_name', 'company_name'],
]);

const firstPoints = (text: string, count: number) => [...text].slice(0, count).join('');

const folded = (text: string) => text.trim().replace(/\s+/g, ' ');

/** The label of the field that is made from a header. */
export const customLabel = (header: string): string => firstPoints(folded(header), customLimits.label);

/** The key of the field that is made from a header of any script: letters, digits and underscores. Differs from the taken ones. */
export function customKey(header: string, taken: Iterable<string>): string {
  const used = new Set([...taken, ...reserved]);
  const plain = header
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase();
  const words = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_').replace(/^_|_$/g, '');
  const base = firstPoints(words, customLimits.key - 4) || 'field';
  let key = base;
  for (let number = 2; used.has(key); number += 1) key = `${base}_${number}`;
  return key;
}

/** The field that was made from a header before, by its label or key. */
export function matchingField(header: string, fields: readonly CustomField[]): CustomField | undefined {
  const label = customLabel(header).toLowerCase();
  return (
    fields.find((field) => folded(field.label).toLowerCase() === label) ??
    fields.find(({ key }) => key === customKey(header, []))
  );
}

const utf8 = new TextEncoder();

/** Why values cannot be stored, with the key if it is about one; undefined if they can. */
export function customError(
  values: Readonly<CustomValues>,
  labelOf: (key: string) => string,
): { error: string; key?: string } | undefined {
  const entries = Object.entries(values);
  for (const [key, value] of entries) {
    if (value.length <= customLimits.value) continue;
    const { length } = [...value];
    if (length > customLimits.value) {
      return { error: `${labelOf(key)} is too long (${length} characters, at most ${customLimits.value})`, key };
    }
  }
  // PostgreSQL writes a space after each colon and comma.
  const bytes = utf8.encode(JSON.stringify(values)).length + 2 * entries.length - 1;
  if (bytes > customLimits.bytes) {
    return { error: `Custom fields are too large (${bytes} bytes, at most ${customLimits.bytes})` };
  }
  return undefined;
}

/** The custom values of a row, if they were read. */
export type WithCustom = { custom?: unknown; internal_values?: { custom: unknown } | null };

/** The values of a row by key: those of the internal fields too, where they were read. */
export function mergeCustomValues(row: WithCustom): CustomValues {
  return { ...(row.custom as CustomValues), ...(row.internal_values?.custom as CustomValues) };
}
