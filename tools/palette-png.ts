// Reduces a screenshot to 256 colors, which makes its file a third as large.
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const COLORS = 256;

/** Returns a screenshot as a PNG with a palette. The page decodes it. */
export async function palettePng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, base64 } = await page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    let text = '';
    for (let start = 0; start < data.length; start += 32_768) {
      text += String.fromCharCode(...data.slice(start, start + 32_768));
    }
    return { width: bitmap.width, height: bitmap.height, base64: btoa(text) };
  }, png.toString('base64'));
  return encode(width, height, Buffer.from(base64, 'base64'));
}

function encode(width: number, height: number, rgba: Buffer): Buffer {
  const colorAt = (pixel: number) => rgba.readUInt32BE(pixel * 4) >>> 8;
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    counts.set(colorAt(pixel), (counts.get(colorAt(pixel)) ?? 0) + 1);
  }
  const byFrequency = [...counts.keys()].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  const palette = paletteOf(byFrequency);
  const indexes = new Map(byFrequency.map((color) => [color, nearest(palette, color)]));

  const lines = Buffer.alloc((width + 1) * height); // each line begins with its filter: 0, none
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    lines[pixel + Math.floor(pixel / width) + 1] = indexes.get(colorAt(pixel)) ?? 0;
  }
  const header = Buffer.from([...uint32(width), ...uint32(height), 8, 3, 0, 0, 0]); // 8 bits, palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const channels = (color: number) => [color >>> 16, (color >>> 8) & 255, color & 255];

const distance = (one: number, other: number) => {
  const [red = 0, green = 0, blue = 0] = channels(one).map((value, at) => value - (channels(other)[at] ?? 0));
  return Math.hypot(red, green, blue);
};

/** The fewest colors, frequent ones first, to one of which every color is near enough. */
function paletteOf(byFrequency: number[]): number[] {
  for (let near = 0; ; near += 2) {
    const palette: number[] = [];
    for (const color of byFrequency) {
      if (palette.length > COLORS) break;
      if (palette.every((chosen) => distance(chosen, color) > near)) palette.push(color);
    }
    if (palette.length <= COLORS) return palette;
  }
}

function nearest(palette: number[], color: number): number {
  let best = 0;
  for (const index of palette.keys()) {
    if (distance(palette[index] ?? 0, color) < distance(palette[best] ?? 0, color)) best = index;
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([Buffer.from(uint32(data.length)), content, Buffer.from(uint32(crc32(content)))]);
}

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
