import { expect, test } from 'vitest';
import { detectDialect } from './dialect.ts';

const words = new Map([
  ['name', 'name'],
  ['full name', 'name'],
  ['email', 'email'],
  ['company', 'company'],
]);

async function dialectOf(text: string) {
  async function* once() {
    yield text;
  }
  const dialect = await detectDialect(once, (cell) => words.get(cell.toLowerCase()));
  return dialect && [dialect.delimiter, dialect.headerRow, dialect.header.join('·')];
}

test.each<[string, string, [string, number, string] | undefined]>([
  ['an empty text has neither', '', undefined],
  ['blank lines have neither', '\n , \n\n', undefined],
  ['the most known headers decide', 'Name;Email;Ort, Land\nA;b;c,d\n', [';', 1, 'Name·Email·Ort, Land']],
  ['tabs are tried', 'Name\tEmail\nA\tb\n', ['\t', 1, 'Name·Email']],
  ['pipes are tried', 'Name|Email\nA|b\n', ['|', 1, 'Name·Email']],
  ['without a known header the constant width decides', 'x;y,z\n1;2\n3;4\n', [';', 1, 'x·y,z']],
  ['one column is a comma', 'Name\nA;b\n', [',', 1, 'Name']],
  ['a preamble is passed over', 'Notes:\n"a, long, note"\n\nName,Email\nA,b\n', [',', 4, 'Name·Email']],
  ['two words for one thing are no header row', 'Name,Full name\nName,Email\n', [',', 2, 'Name·Email']],
  ['without a header row the first line that is not blank is it', '\n\nA,b\nC,d\n', [',', 3, 'A·b']],
  ['twenty records are looked through', `${'x,y\n'.repeat(19)}Name,Email\n`, [',', 20, 'Name·Email']],
  ['the twenty-first is not', `${'x,y\n'.repeat(20)}Name,Email\n`, [',', 1, 'x·y']],
  ['line breaks in a quoted cell start no record', '"a\nb\nc",x\nName,Email\n', [',', 2, 'Name·Email']],
  ['a declared delimiter is no header', 'sep=;\nEmail;Number\nA;b\n', [';', 2, 'Email·Number']],
  ['a declared comma is none either', 'SEP=,\r\nx,y;z\n1,2;3\n', [',', 2, 'x·y;z']],
  ['a declared delimiter decides between two', 'sep=;\nx;y,z\n1;2,3\n4;5,6,7\n', [';', 2, 'x·y,z']],
  ['a declared tab may be written out', 'sep=\\t\nx\ty,z\n1\t2,3\n', ['\t', 2, 'x·y,z']],
  ['a declared tab may be one', 'sep=\t\nEmail\ty\n1\t2\n', ['\t', 2, 'Email·y']],
  ['a declaration may be quoted and padded', '"sep=,",,\nx,y,z\n1,2,3\n', [',', 2, 'x·y·z']],
  ['another delimiter that is declared is not read', 'sep=:\nName,Email\n', [',', 2, 'Name·Email']],
  ['a declaration alone is no header', 'sep=;\n', undefined],
  ['sep as a word is a header', 'Sep,Oct\n1,2\n', [',', 1, 'Sep·Oct']],
  ['a header row that ends the file counts', 'Name,Email', [',', 1, 'Name·Email']],
])('%s', async (_, text, dialect) => {
  expect(await dialectOf(text)).toEqual(dialect);
});

test('blank lines without end do not hide the header', async () => {
  expect(await dialectOf(`${'\n'.repeat(5000)}Name,Email\n`)).toEqual([',', 5001, 'Name·Email']);
});
