// The brand of the agency in the app: its name, logo and colors.
import { useSyncExternalStore } from 'react';
import { type Brand, logoPath, PRODUCT } from '#domain/brand.ts';
import { type BrandColors, brandColors } from '#domain/brand-colors.ts';
import { config } from './config.ts';
import { styleNonce } from './nonce.ts';

let brand = config.brand;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The brand; undefined without one. */
export const useBrand = (): Brand | undefined => useSyncExternalStore(subscribe, () => brand);

/** What the agency or, without a brand, the product is called. */
export const brandName = (shown: Brand | undefined): string => shown?.name ?? PRODUCT;

/** The URL of the logo; undefined without one. */
export const logoUrl = (shown: Brand | undefined): string | undefined => shown && logoPath(shown);

/** Shows another brand from now on. */
export function changeBrand(next: Brand): void {
  brand = next;
  applyColors();
  for (const listener of listeners) listener();
}

let style: HTMLStyleElement | undefined;

/** Gives the page the accent of the brand, and the colors that are made of it. */
export function applyColors(): void {
  style?.remove();
  if (!brand?.accent) return;
  style ??= Object.assign(document.createElement('style'), { nonce: styleNonce() });
  style.textContent = colorRules(brandColors(brand.accent));
  document.head.append(style);
}

const COLORS = ['accent', 'accent-strong', 'accent-text', 'accent-soft', 'selected'] as const;

export type ColorTheme = 'light' | 'dark';

/** The colors as custom properties of ui/tokens.css. */
export const colorProperties = (colors: BrandColors, theme: ColorTheme): [name: string, value: string][] =>
  COLORS.map((name) => [`--color-${name}`, colors[name][theme]]);

/** Rules that choose a theme as ui/tokens.css does. They do without light-dark(), which older browsers lack and the build replaces. */
function colorRules(colors: BrandColors): string {
  const block = (theme: ColorTheme) =>
    `{ ${colorProperties(colors, theme)
      .map(([name, value]) => `${name}: ${value};`)
      .join(' ')} }`;
  return `:root ${block('light')}
    @media (prefers-color-scheme: dark) { :root ${block('dark')} }
    :root[data-theme="light"] ${block('light')}
    :root[data-theme="dark"] ${block('dark')}
    @media print { :root, :root[data-theme] ${block('light')} }`;
}
