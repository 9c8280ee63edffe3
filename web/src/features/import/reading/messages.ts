import type { Encoding } from '#domain/csv/encoding.ts';
import type { Delimiter } from '#domain/csv/records.ts';
import type { Chunk, ChunkOrError } from '#domain/import/chunks.ts';
import type { FileRow } from '#domain/import/file.ts';
import type { RowError } from '#domain/import/result.ts';
import type { ColumnMapping, ImportType } from '#domain/import/targets.ts';
import type { Answer, Post } from '../post.ts';
import type { Followed, Sent } from './match-sent-chunks.ts';

/** What is known of a file once it has been read through. */
export type OpenedFile = {
  encoding: Encoding;
  delimiter: Delimiter | null;
  headers: string[];
  firstRows: FileRow[];
  totalRows: number;
};

/** What is the same for every chunk of one file. */
export type ImportRequest = {
  importId: string;
  customerId: string;
  fileName: string;
  importType: ImportType;
  columnMapping: ColumnMapping;
  audience?: string;
};

/** A chunk without its text, which only the worker holds. */
export type HeldChunk = Omit<Chunk, 'csvData'>;

/** What is next of a file. */
export type NextPortion = Exclude<ChunkOrError, { kind: 'chunk' }> | { kind: 'chunk'; chunk: HeldChunk };

/** What the page asks of the worker, and what the worker answers to each. */
export type Exchanges = {
  /** Reads a file through; the ones below are about the file opened last. */
  open: { ask: { file: File; importType: ImportType }; answer: OpenedFile };
  /** Looks whether the file is the one of which this was sent, and where it goes on. */
  follow: { ask: Sent; answer: Followed | null };
  /** Begins to cut the file into portions, at this row of it. */
  seek: { ask: { row: number }; answer: null };
  /** The next portion; null at the end. */
  next: { ask: null; answer: NextPortion | null };
  /** Sends the chunk that came last, as often as it is asked; null where the server cannot be reached. */
  send: { ask: { call: Post; request: ImportRequest }; answer: Answer | null };
  /** The rows of these errors as a CSV file: their own columns and the reason. */
  errorsFile: { ask: { errors: RowError[] }; answer: Blob };
};

export type Topic = keyof Exchanges;

export type Question = { [Key in Topic]: { id: number; topic: Key; ask: Exchanges[Key]['ask'] } }[Topic];

export type Reply =
  | { id: number; kind: 'answer'; answer: Exchanges[Topic]['answer'] }
  | { id: number; kind: 'failure'; message: string }
  | { id: number; kind: 'bytes'; read: number };
