import { expect, test } from 'vitest';
import {
  type ByteSource,
  bytesIn,
  type Codepage,
  detectEncoding,
  type Reading,
  readText,
  repairer,
} from './encoding.ts';
import { doubtfulReadings } from './readings.ts';

/** The bytes of a text in a code page. */
function encoded(text: string, codepage: Codepage): Uint8Array<ArrayBuffer> {
  const bytes = bytesIn(codepage);
  return Uint8Array.from([...text], (sign) =>
    sign < '\x80' ? sign.charCodeAt(0) : (bytes.get(sign) ?? expect.fail(sign)),
  );
}

/** A text whose UTF-8 was read as a code page. */
const misread = (text: string, codepage: Codepage) =>
  new TextDecoder(codepage).decode(new TextEncoder().encode(text), { stream: true });

async function textOf(file: ByteSource, reading: Reading) {
  let text = '';
  for await (const piece of readText(file, reading)) text += piece;
  return text;
}

async function readingsOf(content: BlobPart) {
  const file = new Blob([content]);
  return doubtfulReadings(file, await detectEncoding(file));
}

test.each<[Codepage, string]>([
  ['windows-1250', 'Paweł Wójcik, Żaneta Świątek, Łukasz'],
  ['windows-1250', 'Dvořák, Nováček, Jiří Černý'],
  ['windows-1250', 'Szűcs Ferenc, Erdős Pál, Müller'],
  ['windows-1251', 'Иван Петров, Ольга'],
  ['windows-1253', 'Γιώργος Παπαδόπουλος'],
  ['windows-1254', 'Güneş Yıldız, Erdoğan'],
  ['macintosh', 'Müller, José Muñoz, Straße'],
])('%s is doubted and offered for %j', async (codepage, text) => {
  const options = await readingsOf(encoded(`Name,Company\n${text}\n`, codepage));
  const words = text.match(/\p{L}*\P{ASCII}\p{L}*/gu) ?? [];
  const fitting = options?.find(({ encoding }) => encoding === codepage);
  expect(fitting?.samples.length).toBeGreaterThan(0);
  expect(words).toEqual(expect.arrayContaining(fitting?.samples ?? []));
  expect(options?.findIndex(({ encoding }) => encoding === codepage)).toBeLessThan(2);
});

test.each([
  'Müller, Schäfer, Straße, Öztürk, Übermäßig',
  'Hélène, André, Geneviève, François, Benoît, L’Oréal, Île',
  'Muñoz, Ramón, Núñez, ¿Qué?, ¡Hola!',
  'João, Conceição, São, Gonçalves',
  'Søren Kærgård, Århus, Mäkelä, Åström',
  'Nicolò, Cantù, Forlì',
  '£50k, 25°C, 5 m², n°5, Acme®, “quoted” – and… Berlin–München, 3 × 4, ©',
  'Sigurðsson, Þór, Jóhannesdóttir',
])('Windows-1252 is not doubted for %j', async (text) => {
  expect(await readingsOf(encoded(`Name,Company\n${text}\n`, 'windows-1252'))).toBeNull();
});

test('a file of UTF-8 with one bad byte can be read as UTF-8', async () => {
  const options = await readingsOf(Uint8Array.of(...new TextEncoder().encode('Müller, José, Zo'), 0xeb));
  expect(options?.[0]).toMatchObject({ encoding: 'utf-8', samples: expect.arrayContaining(['Müller', 'José']) });
});

test('a file of a code page that browsers cannot read is doubted', async () => {
  const options = await readingsOf(Uint8Array.of(...encoded('Name\nM', 'windows-1252'), 0x81, 0x6c));
  expect(options?.map(({ encoding }) => encoding)).toContain('windows-1252');
});

test.each<[Codepage, string]>([
  ['windows-1252', 'Müller, José, “Ã”, it’s, Łódź, Иван, Γιώργος, € ™ 🚀, à'],
  ['windows-1250', 'Müller, José, Paweł Świątek'],
  ['macintosh', 'Müller, José, it’s'],
])('text that was read as %s and encoded twice is doubted and restored', async (codepage, text) => {
  const content = misread(text, codepage);
  const options = await readingsOf(content);
  expect(options?.map(({ encoding, twice }) => [encoding, twice])).toEqual([
    ['utf-8', codepage],
    ['utf-8', undefined],
  ]);
  const [first] = options ?? [];
  expect(await textOf(new Blob([content]), first ?? expect.fail())).toBe(text);
});

test('text that was encoded once is not doubted, and stays where it is in a file that was encoded twice', async () => {
  const text = 'Müller, José, SÃO, «Olé…», CAFÉ», „Ö“, Berlin–München, Łódź, Иван, 李, 🚀, ©®, Ã, Â, —école';
  expect(await readingsOf(text)).toBeNull();
  expect(repairer('windows-1252')(`${text} MÃ¼ller`)).toBe(`${text} Müller`);
});

test('a character that the pieces of a file cut is restored', async () => {
  const bytes = new TextEncoder().encode('aÃ¼bâ€™c');
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
  const file = { size: bytes.length, stream };
  expect(await textOf(file, { encoding: 'utf-8', twice: 'windows-1252' })).toBe('aüb’c');
});
