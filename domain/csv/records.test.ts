import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './cells.ts';
import { type CsvRecord, parseRecords, RecordReader, readRecords } from './records.ts';

const cellsOf = (text: string, delimiter: ',' | ';' = ',') =>
  [...parseRecords(text, delimiter)].map(({ cells }) => cells);

test.each<[string, string, string[][]]>([
  [
    'line feeds end records',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'carriage returns end records',
    'a,b\rc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a carriage return and a line feed end one record',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a line feed and a carriage return end two records', 'a\n\rb', [['a'], [''], ['b']]],
  ['an empty text has no record', '', []],
  ['a line end alone is a record', '\n', [['']]],
  ['a last delimiter makes a last cell', 'a,', [['a', '']]],
  ['delimiters in a quoted cell are text', '"a,b",c', [['a,b', 'c']]],
  ['line ends in a quoted cell are text', '"a\r\nb",c', [['a\r\nb', 'c']]],
  ['a doubled quote in a quoted cell is one quote', '"a ""b"" c"', [['a "b" c']]],
  ['a quote inside a bare cell is literal', 'a "b" c,d""e', [['a "b" c', 'd""e']]],
  ['a quote after a space is literal', 'a, "b"', [['a', ' "b"']]],
  ['text after a closing quote is appended', '"a"b"c,d', [['ab"c', 'd']]],
  ['an empty quoted cell is empty', '"",""', [['', '']]],
])('%s', (_, text, records) => {
  expect(cellsOf(text)).toEqual(records);
});

test('with another delimiter a comma is text', () => {
  expect(cellsOf('a,b;"c;d"', ';')).toEqual([['a,b', 'c;d']]);
});

test('an unclosed quote contains the rest of the text and is marked', () => {
  const [first, last] = [...parseRecords('a,b\nc,"d\ne,f', ',')];
  expect(first?.isClosed).toBe(true);
  expect(last).toMatchObject({ cells: ['c', 'd\ne,f'], isClosed: false, isBlank: false });
});

test('a lone quote at the end is not a blank record', () => {
  expect([...parseRecords('a\n"', ',')][1]).toMatchObject({ cells: [''], isClosed: false, isBlank: false });
});

test.each([
  ['', true],
  [' , \t,\u00a0', true],
  ['"",""', true],
  [',0', false],
  ['\0', false],
])('the record %j is blank: %s', (text, isBlank) => {
  expect([...parseRecords(`${text}\n`, ',')][0]?.isBlank).toBe(isBlank);
});

test('a record above the limit has no cells, and the next one is complete', () => {
  const reader = new RecordReader(',', 5);
  const records = [...reader.read('abc,de\nab,cd\n"123456'), ...reader.end()];
  expect(records.map(({ cells, isTooLarge }) => ({ cells, isTooLarge }))).toEqual([
    { cells: [], isTooLarge: true },
    { cells: ['ab', 'cd'], isTooLarge: false },
    { cells: [], isTooLarge: true },
  ]);
});

test('the records do not depend on the chunks of the text', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' '), maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat({ max: 30 })), async (whole, cuts) => {
      const places = [0, ...cuts.sort((one, other) => one - other), whole.length];
      async function* pieces() {
        for (const [index, cut] of places.entries()) yield whole.slice(cut, places[index + 1]);
      }
      const records: CsvRecord[] = [];
      for await (const record of readRecords(pieces(), ',', 1000)) records.push(record);
      expect(records).toEqual([...parseRecords(whole, ',')]);
    }),
  );
});

test('written CSV is read back unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') }), { minLength: 2 }),
      (cells) => {
        expect(cellsOf(`${csvLine(cells)}\r\n`)).toEqual([cells]);
      },
    ),
  );
});
