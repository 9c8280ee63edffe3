import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowSplitter } from './row-splitter.ts';

/** A message of PostgreSQL's protocol: its type, its length, its content. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(Buffer.byteLength(content) + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

/** The calls of the handlers for these chunks. The messages of consecutive calls of `others` are joined. */
function split(chunks: Buffer[], passesRows = true): string[] {
  const splitter = new RowSplitter();
  const seen: string[] = [];
  let others = '';
  const row = (chunk: Buffer, start: number, end: number) => {
    seen.push(...(others ? [others] : []), `row ${chunk.subarray(start, end)}`);
    others = '';
  };
  for (const chunk of chunks) {
    splitter.split(chunk, passesRows ? row : undefined, (messages) => {
      others += messages.toString('latin1');
    });
  }
  return others ? [...seen, others] : seen;
}

test('rows and other messages are passed on in their order, wherever the chunks end', () => {
  const before = Buffer.concat([message('1', ''), message('T', 'id')]);
  const after = Buffer.concat([message('C', 'SELECT 2'), message('Z', 'I')]);
  const all = Buffer.concat([before, message('D', 'Zoë'), message('D', ''), after]);
  const expected = [before.toString('latin1'), 'row Zoë', 'row ', after.toString('latin1')];
  fc.assert(
    fc.property(fc.array(fc.nat(all.length)), (ends) => {
      const cuts = [0, ...ends.toSorted((a, b) => a - b), all.length];
      const chunks = cuts.slice(1).map((end, place) => all.subarray(cuts[place], end));
      expect(split(chunks)).toEqual(expected);
      expect(split(chunks, false)).toEqual([all.toString('latin1')]);
    }),
  );
});

test('a message without its own length is an error', () => {
  expect(() => split([Buffer.from('D\0\0\0\x03')])).toThrow(RangeError);
});
