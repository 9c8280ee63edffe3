import { expect, test } from 'vitest';
import { isWorkbook } from './workbook.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04, 0x14];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1];

test.each<[name: string, bytes: number[], expected: boolean]>([
  ['block.xlsx', [], true],
  ['Block.XLS', [65], true],
  ['block.numbers', [65], true],
  ['block.csv', ZIP, true],
  ['block.csv', OLE, true],
  ['block.csv', [...'PK,ada@x.com'].map((letter) => letter.charCodeAt(0)), false],
  ['block.csv', [0x50], false],
  ['block.xlsx.csv', [65], false],
])('whether %s with the bytes %j is a spreadsheet: %j', async (name, bytes, expected) => {
  expect(await isWorkbook(new File([new Uint8Array(bytes)], name))).toBe(expected);
});
