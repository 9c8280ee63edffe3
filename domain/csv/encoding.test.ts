import { expect, test } from 'vitest';
import { type ByteSource, decodeText, detectEncoding, type Encoding } from './encoding.ts';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const utf16 = (text: string, isLittle: boolean) =>
  [...text].flatMap((character) => {
    const bytes = [character.charCodeAt(0) & 0xff, character.charCodeAt(0) >> 8];
    return isLittle ? bytes : bytes.reverse();
  });

/** A file whose stream has chunks of a few bytes. */
function source(bytes: number[], pieceSize = 3): ByteSource {
  return {
    size: bytes.length,
    stream: () =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += pieceSize) {
            controller.enqueue(Uint8Array.from(bytes.slice(at, at + pieceSize)));
          }
          controller.close();
        },
      }),
  };
}

async function textOf(file: ByteSource, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const piece of decodeText(file, encoding)) text += piece;
  return text;
}

const long = 'a'.repeat(5_000);

test.each<[string, number[], Encoding, string]>([
  ['an empty file', [], 'utf-8', ''],
  ['plain ASCII', utf8('Name'), 'utf-8', 'Name'],
  ['UTF-8', utf8('Łukasz 👩🏽‍💻'), 'utf-8', 'Łukasz 👩🏽‍💻'],
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...utf8('Zoë')], 'utf-8-bom', 'Zoë'],
  ['little-endian UTF-16', [0xff, 0xfe, ...utf16('Жo', true)], 'utf-16le', 'Жo'],
  ['big-endian UTF-16', [0xfe, 0xff, ...utf16('Жo', false)], 'utf-16be', 'Жo'],
  ['little-endian UTF-16 without its mark', utf16('Name\tZoë', true), 'utf-16le', 'Name\tZoë'],
  ['big-endian UTF-16 without its mark', utf16('Name\tZoë', false), 'utf-16be', 'Name\tZoë'],
  ['Windows-1252', [0x80, 0x93, 0xe9, 0x94], 'windows-1252', '€“é”'],
  ['a bad byte at the very end', [...utf8(long), 0xe9], 'windows-1252', `${long}é`],
  ['a character that the end cuts off', [...utf8('a'), 0xc3], 'windows-1252', 'aÃ'],
  ['the mark of UTF-8 before what is none', [0xef, 0xbb, 0xbf, 0x61, 0xe9], 'windows-1252', 'aé'],
])('%s is recognised and decoded without its mark', async (_, bytes, encoding, text) => {
  const file = source(bytes);
  expect(await detectEncoding(file)).toBe(encoding);
  expect(await textOf(file, encoding)).toBe(text);
  expect(await textOf(source(bytes, 1), encoding)).toBe(text);
});

test('progress is reported in bytes', async () => {
  const heard: number[] = [];
  await detectEncoding(source(utf8('abcdefg')), (bytes) => heard.push(bytes));
  expect(heard).toEqual([3, 6, 7]);
});

test('a read error is reported, not taken for another encoding', async () => {
  const [whole, failing] = [source(utf8('Łódź')), new ReadableStream<Uint8Array>({ start: fail })];
  const streams = [whole.stream(), failing];
  const file: ByteSource = { size: whole.size, stream: () => streams.shift() ?? failing };
  await expect(detectEncoding(file)).rejects.toThrow('The file cannot be read: it may have been moved');
});

function fail(controller: ReadableStreamDefaultController): void {
  controller.error(new TypeError('network error'));
}
