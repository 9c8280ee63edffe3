// Streams a file of a hand-off, as the tool reads it or for a spreadsheet. Administrators only: its rows are read with the caller's rights.
import { z } from 'zod';
import { fileLines, type HandOffFile, type StoredRow, sheetLines, textOfRows } from '../../../domain/hand-off/files.ts';
import type { HandOffPlan } from '../../../domain/hand-off/plan.ts';
import { pageSize } from '../../../domain/hand-off/prepare.ts';
import { largestBody } from '../../../domain/limits.ts';
import { FunctionError, readJson } from '../endpoint.ts';
import { openRowClient, type RowApi, type RowClient, requireAdmin } from '../row-api.ts';

const fileBody = z.object({
  customerId: z.uuid('a UUID'),
  handOffId: z.uuid('a UUID'),
  /** Counts from 0. */
  file: z.int('a number').min(0, 'a number').max(100_000, 'a number'),
  isForSpreadsheet: z.boolean('true or false'),
});

type StoredHandOff = { plan: HandOffPlan; files: HandOffFile[]; steps: { message_content: string }[] };

/** Returns the function, which resolves with the stream of a CSV file. A failure after its beginning ends the stream with an error. */
export function handOffFile(api: RowApi): (request: Request) => Promise<ReadableStream<Uint8Array>> {
  return async (request) => {
    const callRowApi = openRowClient(api, request);
    await requireAdmin(callRowApi, request, 'Only an administrator can hand off leads');
    const body = await readJson(request, largestBody.other, fileBody);
    const scope = `customer_id=eq.${body.customerId}`;
    const [handOff] = (await callRowApi(
      `/hand_offs?${scope}&id=eq.${body.handOffId}&select=plan,files,steps`,
    )) as StoredHandOff[];
    const file = handOff?.files[body.file];
    if (!handOff || !file) throw new FunctionError(404, 'There is no such file');
    const lines = body.isForSpreadsheet ? sheetLines : fileLines(file);
    const rows = readFileRows(callRowApi, handOff, `${scope}&hand_off_id=eq.${body.handOffId}`, body.file);
    const encoder = new TextEncoder();
    let isFirst = true;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await rows.next();
        if (!done || isFirst) controller.enqueue(encoder.encode(textOfRows(handOff.plan, value ?? [], lines, isFirst)));
        isFirst = false;
        if (done) controller.close();
      },
      cancel: () => void rows.return(undefined),
    });
  };
}

/** The rows of one file, page by page; the first page by its offset, since rows that were left out have places too. */
async function* readFileRows(
  callRowApi: RowClient,
  { files, steps }: StoredHandOff,
  scope: string,
  index: number,
): AsyncGenerator<StoredRow[], undefined> {
  const size = pageSize(steps);
  const before = files.slice(0, index).reduce((sum, { rows }) => sum + rows, 0);
  let from = `offset=${before}`;
  for (let left = files[index]?.rows ?? 0; left > 0; ) {
    const page = (await callRowApi(
      `/hand_off_rows?${scope}&reason=is.null&select=place,cells&order=place&limit=${Math.min(size, left)}&${from}`,
    )) as StoredRow[];
    const last = page.at(-1);
    if (!last) throw new Error(`The hand-off lacks ${left} rows of its file`);
    yield page;
    left -= page.length;
    from = `place=gt.${last.place}`;
  }
}
