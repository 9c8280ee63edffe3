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
      ({ rows }) => resolve(JSON.stringify(rows)),
      ({ message }) => resolve(message),
    );
    for (const text of tags) {
      query.handleDataRow({ fields: [`of statement ${text}`] });
      query.handleCommandComplete({ text });
    }
    query.handleReadyForQuery();
  });

test.each<[TransactionBlock, string[], string]>([
  ['implicit', ['SELECT 1', 'SELECT 2'], '[["of statement SELECT 2"]]'],
  ['open', ['SELECT 1', 'SELECT 2'], '[["of statement SELECT 2"]]'],
  ['explicit', ['BEGIN', 'SELECT 1', 'SELECT 2', 'COMMIT'], '[["of statement SELECT 2"]]'],
  ['explicit', ['BEGIN', 'SELECT 1', 'SELECT 2', 'ROLLBACK'], 'The transaction ended with ROLLBACK instead of COMMIT.'],
  ['explicit', [], 'The transaction ended with undefined instead of COMMIT.'],
])('in an %s block the tags %j give %s', async (block, tags, expected) => {
  expect(await outcome(block, tags)).toBe(expected);
});
