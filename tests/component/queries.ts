import { screen, within } from '@testing-library/react';

export const toasts = (): HTMLElement[] =>
  within(screen.getByRole('region', { name: 'Notifications' })).queryAllByRole('listitem');

/** Waits for a toast with this title, and returns its texts. */
export async function findToast(title: string): Promise<(string | null)[]> {
  const found = await within(screen.getByRole('region', { name: 'Notifications' })).findByText(title);
  return [...(found.closest('li')?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent);
}

/** The help or error of a field. */
export const description = (field: HTMLElement): string | null | undefined =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

export const isFocused = (element: HTMLElement): boolean => document.activeElement === element;
