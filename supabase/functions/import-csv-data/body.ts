import { z } from 'zod';
import { isCsvName } from '../../../domain/import/file.ts';
import { storedName } from '../../../domain/import/rows.ts';
import { type ColumnMapping, type ImportType, importTargets, isColumnTarget } from '../../../domain/import/targets.ts';
import { textLengths } from '../../../domain/limits.ts';

/** A text that PostgreSQL can store. */
const storable = z
  .string('a text')
  .overwrite((text) => text.toWellFormed())
  .refine((text) => !text.includes('\0'), 'a text without a NUL character');

const maxLength = (max: number) =>
  [(text: string) => [...text].length <= max, `at most ${max} characters long`] as const;

const uuid = z.guid('a uuid').toLowerCase();

const wholeNumber = 'a whole number of 2 or more';

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Not z.record, which drops a header '__proto__'. */
const columnMapping = (type: ImportType) =>
  z
    .custom<Record<string, unknown>>(isObject, 'an object of header texts and target fields')
    .superRefine((mapping, { addIssue }) => {
      const isKnown = (target: unknown) =>
        typeof target === 'string' && (target === 'ignore' || isColumnTarget(type, target));
      const unknown = Object.entries(mapping).find(([, target]) => !isKnown(target));
      if (!unknown) return;
      const [header, target] = unknown;
      addIssue(`made of target fields of ${type} or 'ignore', which ${JSON.stringify(target)} for '${header}' is not`);
    })
    .transform((mapping) => mapping as ColumnMapping);

const audience = storable
  .overwrite((text) => text.trim())
  .refine(...maxLength(textLengths.audience))
  .nullish()
  .transform((text) => text || null);

const noAudience = z
  .unknown()
  .optional()
  .transform(() => null);

const rowNumber = z.int(wholeNumber).min(2, wholeNumber).max(2_000_000_000, wholeNumber);

const rowNumbers = z.array(rowNumber, 'an array of row numbers').nullish();

const updating = (type: ImportType) => {
  const columns = ['audience', ...Object.keys(importTargets(type)).map(storedName)];
  const isField = (field: string) => columns.includes(field) || /^(custom|internal):/.test(field);
  const fields = z.array(z.string().max(100).refine(isField), 'an array of fields to update').max(200);
  return z
    .object({ mode: z.enum(['fill', 'update']), fields }, 'how to update: mode and fields')
    .nullish()
    .transform((updating) => updating ?? null);
};

/** Fields in the order in which errors are reported. */
const fields = <Type extends ImportType>(type: Type) => ({
  importType: z.literal(type),
  customerId: uuid,
  fileName: storable.refine(isCsvName, 'a name that ends in .csv').refine(...maxLength(textLengths.fileName)),
  columnMapping: columnMapping(type),
  csvData: z.string('a text').overwrite((text) => text.toWellFormed().replace(/^\ufeff/, '')),
  audience: type === 'leads' ? audience : noAudience,
  importId: uuid.nullish().transform((id) => id ?? null),
  firstRow: rowNumber.nullish().transform((row) => row ?? 2),
  correctedRows: rowNumbers,
  sheetRows: rowNumbers,
  updating: updating(type),
  dryRun: z
    .boolean('true or false')
    .nullish()
    .transform((flag) => flag ?? false),
});

/** The body of a request to import-csv-data (docs/import.md). Companies have no audience. */
export const importBody = z.discriminatedUnion(
  'importType',
  [z.object(fields('leads')), z.object(fields('companies'))],
  "'leads' or 'companies'",
);

export type ImportBody = z.infer<typeof importBody>;
