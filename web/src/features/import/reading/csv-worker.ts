import { type Chunk, type ChunkOrError, chunksOf } from '#domain/import/chunks.ts';
import { type FileRow, type ImportFile, openImportFile } from '#domain/import/file.ts';
import { reasonOf } from '@/lib/failure.ts';
import { type Answer, post } from '../post.ts';
import { errorsCsv } from './errors-csv.ts';
import { type Followed, followSent, type Sent } from './match-sent-chunks.ts';
import type { Exchanges, NextPortion, OpenedFile, Question, Reply } from './messages.ts';

const { openFile, follow, seek, nextPortion, send, errorsFile } = createReader();

addEventListener('message', async ({ data: question }: MessageEvent<Question>) => {
  const { id } = question;
  const reply = (message: Reply) => postMessage(message);
  try {
    reply({ id, kind: 'answer', answer: await answerTo(question, (read) => reply({ id, kind: 'bytes', read })) });
  } catch (failure) {
    reply({ id, kind: 'failure', message: reasonOf(failure) });
  }
});

function answerTo(question: Question, onBytes: (read: number) => void) {
  switch (question.topic) {
    case 'open':
      return openFile(question.ask, onBytes);
    case 'follow':
      return follow(question.ask);
    case 'seek':
      return seek(question.ask.row);
    case 'next':
      return nextPortion();
    case 'send':
      return send(question.ask);
    case 'errorsFile':
      return errorsFile(question.ask.errors);
  }
}

/** Holds the open file and how far it has been cut: a portion at a time, whatever the file's size. */
function createReader() {
  let file: ImportFile | undefined;
  let portions: AsyncGenerator<ChunkOrError> | undefined;
  let held: Chunk | undefined;

  function requireFile(): ImportFile {
    if (!file) throw new Error('No file is open');
    return file;
  }

  return {
    async openFile(
      { file: source, importType }: Exchanges['open']['ask'],
      onBytes: (read: number) => void,
    ): Promise<OpenedFile> {
      file = await openImportFile(source, importType, (read) => onBytes(read / 2));
      const { encoding, delimiter, headers, firstRows } = file;
      const totalRows = await countRows(file.rows((read) => onBytes((source.size + read) / 2)));
      return { encoding, delimiter, headers, firstRows, totalRows };
    },
    follow: (sent: Sent): Promise<Followed | null> => followSent(requireFile(), sent),
    async seek(row: number): Promise<null> {
      const { headers, rows } = requireFile();
      portions = chunksOf(headers, rowsFrom(rows(), row));
      return null;
    },
    async nextPortion(): Promise<NextPortion | null> {
      const portion: ChunkOrError | null = (await portions?.next())?.value ?? null;
      if (portion?.kind !== 'chunk') return portion;
      held = portion.chunk;
      return { kind: 'chunk', chunk: { firstRow: held.firstRow, rows: held.rows } };
    },
    send({ call, request }: Exchanges['send']['ask']): Promise<Answer | null> {
      if (!held) throw new Error('There is nothing to send');
      const { firstRow, csvData } = held;
      return post(call, { ...request, firstRow, csvData });
    },
    async errorsFile(errors: Exchanges['errorsFile']['ask']['errors']): Promise<Blob> {
      const { headers, rows } = requireFile();
      return new Blob(await Array.fromAsync(errorsCsv(headers, rows(), errors)), { type: 'text/csv;charset=utf-8' });
    },
  };
}

async function countRows(rows: AsyncIterable<FileRow>): Promise<number> {
  let count = 0;
  for await (const _ of rows) count += 1;
  return count;
}

async function* rowsFrom(rows: AsyncIterable<FileRow>, first: number): AsyncGenerator<FileRow> {
  for await (const row of rows) if (row.row >= first) yield row;
}
