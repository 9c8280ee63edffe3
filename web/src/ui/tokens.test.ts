import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const drawn = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => {
    const colour = drawn.get(name)?.[theme];
    if (!colour) throw new Error(`--${name} is not drawn for ${theme}`);
    return luminance(colour) + 0.05;
  }) as [number, number];
  return Math.max(a, b) / Math.min(a, b);
}

const GROUNDS = ['surface', 'raised', 'float', 'subtle'];
const PLAIN = ['text', 'muted', 'accent-text', 'danger'];
const MEANINGS = ['success', 'warning', 'danger'];

const read: [string, string][] = [
  ...PLAIN.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
  ...MEANINGS.flatMap((name): [string, string][] => [
    [name, `${name}-soft`],
    [name, 'raised'],
  ]),
  ['accent-text', 'accent-soft'],
  ['text', 'selected'],
  ['muted', 'selected'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger-fill'],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(read)('text of the color %s can be read on %s', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['surface', 'raised', 'float'])('the edge of a control can be seen on %s', (ground) => {
    expect(contrast('control', ground, theme)).toBeGreaterThanOrEqual(3);
  });

  it.each(['chart-approved', 'chart-rejected'])(
    'the part %s can be seen on a card and beside the open part',
    (part) => {
      expect(contrast(part, 'raised', theme)).toBeGreaterThanOrEqual(3);
      expect(contrast(part, 'chart-open', theme)).toBeGreaterThanOrEqual(1.8);
    },
  );
});
