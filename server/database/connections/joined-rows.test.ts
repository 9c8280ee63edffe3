import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JoinedRows } from './joined-rows.ts';
import { RowSplitter } from './row-splitter.ts';

const length = (bytes: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(bytes);
  return buffer;
};

/** A DataRow message. */
function message(values: (string | null)[]): Buffer {
  const parts = values.flatMap((value) => {
    const bytes = Buffer.from(value ?? '');
    return [length(value === null ? -1 : bytes.length), bytes];
  });
  const content = Buffer.concat([Buffer.from([0, values.length]), ...parts]);
  return Buffer.concat([Buffer.from('D'), length(content.length + 4), content]);
}

/** The rows of messages that arrive in chunks, which end at these places. */
function joined(messages: Buffer[], ends: number[], separator = ', \n '): JoinedRows {
  const all = Buffer.concat(messages);
  const cuts = [0, ...ends.map((end) => end % (all.length + 1)).sort((a, b) => a - b), all.length];
  const rows = new JoinedRows(separator);
  const splitter = new RowSplitter();
  for (const [place, end] of cuts.slice(1).entries()) {
    const chunk = Buffer.from(all.subarray(cuts[place], end));
    splitter.split(
      chunk,
      (...row) => rows.add(...row),
      () => {},
    );
  }
  return rows;
}

const value = fc.option(fc.string({ unit: 'grapheme' }));

test('the first values that are not null are joined, wherever the chunks end', () => {
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) => fc.array(fc.array(value, { minLength: columns, maxLength: columns }), { maxLength: 12 }));
  fc.assert(
    fc.property(table, fc.array(fc.nat()), fc.constantFrom('', ',', ', \n '), (table, ends, separator) => {
      const rows = joined(table.map(message), ends, separator);
      const firsts = table.map(([first]) => first).filter((first) => first !== null);
      expect([rows.text, rows.count, rows.others]).toEqual([
        firsts.join(separator),
        firsts.length,
        table[0]?.slice(1) ?? [],
      ]);
    }),
  );
});

test('rows of one chunk are one part', () => {
  expect(joined([message(['a']), message(['b']), message([null]), message(['c'])], []).parts.map(String)).toEqual([
    'a, \n b, \n c',
  ]);
});

test('a row without columns has no value', () => {
  expect(joined([message([])], []).count).toBe(0);
});

test.each([
  ['fewer values than announced', '\0\x09'],
  ['fewer further values than announced', '\0\x02\0\0\0\x01a'],
  ['a value that ends after the row', '\0\x01\0\0\0\x05long'],
])('a row with %s is an error', (_, content) => {
  const chunk = Buffer.from(`${content}${'\0'.repeat(20)}`);
  expect(() => new JoinedRows().add(chunk, 0, content.length)).toThrow(RangeError);
});
