import { addRowError } from '#domain/import/result.ts';
import type { ImportType } from '#domain/import/targets.ts';
import { earlierImport } from './data.ts';
import type { CsvReader } from './reading/csv-reader.ts';
import { type Halted, type Run, rowsDone } from './wizard.ts';

/** What is left of an import of the same file that stopped before its end; null where there is none, or where it is not to be told whether the file is the same. */
export async function haltedRun(
  csv: CsvReader,
  importType: ImportType,
  { order, opened, mapping }: Pick<Run, 'order' | 'opened' | 'mapping'>,
): Promise<Halted | null> {
  const { customerId, file } = order;
  const earlier = await earlierImport(customerId, importType, file.name);
  if (!earlier || earlier.totals.totalRows >= opened.totalRows) return null;
  const { id, audience, since, totals, sent } = earlier;
  const content = { customerId, importType, columnMapping: mapping, audience };
  const followed = await csv.follow({ chunks: sent, content });
  if (!followed) return null;
  const reached = { totals: followed.errors.reduce(addRowError, totals), nextRow: followed.nextRow };
  const run = { order: { ...order, audience: audience ?? '' }, opened, mapping, importId: id, reached };
  return rowsDone(run) < opened.totalRows ? { run, since } : null;
}
