import { expect, test } from 'vitest';
import { isWorkbook } from './workbook.ts';

const bytes = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const ZIP = [0x50, 0x4b, 0x03, 0x04, 0x14];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1];

test.each<[name: string, bytes: number[], expected: boolean]>([
  ['block.xlsx', [], true],
  ['Block.XLS', [65], true],
  ['block.numbers', [65], true],
  ['block.csv', ZIP, true],
  ['block.csv', OLE, true],
  ['block.csv', bytes('\n<html><body><table>'), true],
  ['block.csv', [0xff, 0xfe, ...bytes('<\0t\0a\0b\0l\0e\0>\0')], true],
  ['block.csv', bytes('<?xml version="1.0"?>'), true],
  ['block.csv', bytes('<ada@x.example>,Ada'), false],
  ['block.csv', bytes('PK,ada@x.com'), false],
  ['block.csv', [0x50], false],
  ['block.xlsx.csv', [65], false],
])('whether %s with the bytes %j is a spreadsheet: %j', async (name, bytes, expected) => {
  expect(await isWorkbook(new File([new Uint8Array(bytes)], name))).toBe(expected);
});
