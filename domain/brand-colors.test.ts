import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandColors } from './brand-colors.ts';

/** WCAG 2.2, relative luminance and contrast. */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((hex) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  });
  return Math.max(a, b) / Math.min(a, b);
}

/** Grounds and texts of web/src/ui/tokens.css. */
const grounds = {
  light: { surfaces: ['#f7f8fa', '#ffffff', '#eff1f5'], texts: ['#191c24', '#5a6170'] },
  dark: { surfaces: ['#0f1116', '#161920', '#1d212a', '#222732'], texts: ['#e9ebf1', '#9ea6b5'] },
};

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever accent is chosen, text on it and in it can be read in both themes', () => {
  fc.assert(
    fc.property(
      fc.oneof(hex, fc.constantFrom('#000000', '#ffffff', '#ffff00', '#00ff00', '#0000ff', '#4f51c2')),
      (accent) => {
        const colors = brandColors(accent);
        for (const theme of ['light', 'dark'] as const) {
          const { surfaces, texts } = grounds[theme];
          for (const button of ['accent', 'accent-strong'] as const)
            expect(contrast('#ffffff', colors[button][theme])).toBeGreaterThanOrEqual(4.5);
          for (const ground of [...surfaces, colors['accent-soft'][theme]])
            expect(contrast(colors['accent-text'][theme], ground)).toBeGreaterThanOrEqual(4.5);
          for (const text of texts) expect(contrast(text, colors.selected[theme])).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(colors.accent.dark, '#161920')).toBeGreaterThanOrEqual(2.5);
      },
    ),
  );
});

test.each([
  ['#0b5cad', '#0b5cad'],
  ['#4f46e5', '#4f46e5'],
])('an accent that text can be read on, %s, stays as it is', (accent, used) => {
  expect(brandColors(accent).accent.light).toBe(used);
});

test('a light accent becomes darker', () => {
  expect(contrast(brandColors('#ffcc00').accent.light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(brandColors('#ffcc00').accent.light).not.toBe('#ffcc00');
});
