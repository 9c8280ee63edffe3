// The brand of the agency in the app: its name, logo and colors.
import { useSyncExternalStore } from 'react';
import { type Brand, logoPath, PRODUCT } from '#domain/brand.ts';
import { type BrandColors, brandColors } from '#domain/brand-colors.ts';
import { config } from './config.ts';

let brand = config.brand;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The brand; undefined without one. */
export const useBrand = (): Brand | undefined => useSyncExternalStore(subscribe, () => brand);

export const brandName = (of = brand): string => of?.name ?? PRODUCT;

/** The URL of the logo; undefined without one. */
export const logoUrl = (of: Brand | undefined): string | undefined => of && logoPath(of);

/** Shows another brand from now on. */
export function changeBrand(next: Brand): void {
  brand = next;
  applyColors();
  for (const listener of listeners) listener();
}

/** Replaces the accent of the page, and so of all that is made of it. */
export function applyColors(): void {
  const { style } = document.documentElement;
  for (const name of COLORS) style.removeProperty(`--color-${name}`);
  if (brand?.accent)
    for (const [name, value] of colorProperties(brandColors(brand.accent))) style.setProperty(name, value);
}

const COLORS = ['accent', 'accent-strong', 'accent-text', 'accent-soft', 'selected'] as const;

/** The custom properties of the colors, for both themes. */
export const colorProperties = (colors: BrandColors): [name: string, value: string][] =>
  COLORS.map((name) => [`--color-${name}`, `light-dark(${colors[name].light}, ${colors[name].dark})`]);
