import { expect, test } from 'vitest';
import { CallerQuery, type TransactionBlock } from './caller-query.ts';

/** The outcome of a query whose statements complete with these tags. */
const outcome = (block: TransactionBlock, tags: string[]) =>
  new Promise<string>((resolve) => {
    const options = {
      settings: { role: 'anon' },
      statement: { text: 'select 1', values: [] },
      block,
      callsEnter: true,
    };
    const query = new CallerQuery(
      options,
      ({ text }) => resolve(text),
      ({ message }) => resolve(message),
    );
    for (const text of tags) {
      const row = Buffer.from(`\0\x01\0\0\0${String.fromCharCode(text.length)}${text}`); // one value
      query.handleRow(row, 0, row.length);
      query.handleCommandComplete({ text });
    }
    query.handleReadyForQuery();
  });

test.each<[TransactionBlock, string[], string]>([
  ['implicit', ['SELECT 1', 'SELECT 2'], 'SELECT 2'],
  ['open', ['SELECT 1', 'SELECT 2'], 'SELECT 2'],
  ['explicit', ['BEGIN', 'SELECT 1', 'SELECT 2', 'COMMIT'], 'SELECT 2'],
  ['explicit', ['BEGIN', 'SELECT 1', 'SELECT 2', 'ROLLBACK'], 'The transaction ended with ROLLBACK instead of COMMIT.'],
  ['explicit', [], 'The transaction ended with undefined instead of COMMIT.'],
])('in an %s block the tags %j give %s', async (block, tags, expected) => {
  expect(await outcome(block, tags)).toBe(expected);
});
