// Makes the colors of the accent that an agency has chosen, for light and dark, so that text on them and in them can be read.

type Rgb = readonly [red: number, green: number, blue: number];

export type BrandColor = 'accent' | 'accent-strong' | 'accent-text' | 'accent-soft' | 'selected';

export type BrandColors = Record<BrandColor, { light: string; dark: string }>;

/** WCAG 2.2, level AA, for text of any size. */
const READABLE = 4.5;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Two grounds of web/src/ui/tokens.css: the card, and the one on which text in the accent has the least contrast. */
const LIGHT = { card: WHITE, least: parse('#eff1f5') };
const DARK = { card: parse('#161920'), least: parse('#222732') };

/** Makes the colors of an accent such as #4f46e5. They keep its hue, and are darker or lighter where text could not be read. */
export function brandColors(accent: string): BrandColors {
  const chosen = parse(accent);
  const button = change(chosen, BLACK, (color) => contrast(color, WHITE) >= READABLE);
  const isSeen = (color: Rgb) => contrast(color, DARK.card) >= 3 || contrast(color, WHITE) < READABLE + 0.2;
  const darkButton = change(button, WHITE, isSeen);
  const lightSoft = mix(WHITE, button, 0.12);
  const darkSoft = mix(DARK.card, button, 0.3);
  const onLight = (color: Rgb) => [LIGHT.least, lightSoft].every((ground) => contrast(color, ground) >= READABLE);
  const onDark = (color: Rgb) => [DARK.least, darkSoft].every((ground) => contrast(color, ground) >= READABLE);
  const pair = (light: Rgb, dark: Rgb) => ({ light: format(light), dark: format(dark) });
  return {
    accent: pair(button, darkButton),
    'accent-strong': pair(mix(button, BLACK, 0.15), mix(darkButton, BLACK, 0.15)),
    'accent-text': pair(change(button, BLACK, onLight), change(darkButton, WHITE, onDark)),
    'accent-soft': pair(lightSoft, darkSoft),
    selected: pair(mix(WHITE, button, 0.05), mix(DARK.card, button, 0.08)),
  };
}

/** Mixes a color with another one until it fits. Returns the other one if it never does. */
function change(color: Rgb, toward: Rgb, fits: (color: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, toward, share);
    if (fits(mixed)) return mixed;
  }
  return toward;
}

/** Mixes two colors, and rounds the result because the contrast that counts is that of the written color. */
const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  [0, 1, 2].map((at) => Math.round((one[at] ?? 0) * (1 - share) + (other[at] ?? 0) * share)) as unknown as Rgb;

function parse(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

const format = (color: Rgb): string => `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2, relative luminance. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}
