import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageHeader } from './page-header.tsx';
import { RelativeTime } from './relative-time.tsx';

/** A constructor of Intl as in a browser whose language is German. */
const inGerman = <Format extends new (...args: never[]) => object>(original: Format) =>
  new Proxy(original, {
    construct: (target, [locale = 'de', ...rest]: unknown[], subject) =>
      Reflect.construct(target, [locale, ...rest], subject),
  });

beforeEach(() => {
  const { DateTimeFormat, ListFormat, NumberFormat, RelativeTimeFormat } = Intl;
  vi.stubGlobal('Intl', {
    ...Object.fromEntries(Object.getOwnPropertyNames(Intl).map((name) => [name, Intl[name as keyof typeof Intl]])),
    DateTimeFormat: inGerman(DateTimeFormat),
    ListFormat: inGerman(ListFormat),
    NumberFormat: inGerman(NumberFormat),
    RelativeTimeFormat: inGerman(RelativeTimeFormat),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('in a German browser words of times are English, and numbers and the order of dates German', () => {
  render(<PageHeader title="Leads" count={12480} description={<RelativeTime at="2020-03-12T12:00:00+00:00" />} />);
  expect(screen.getByRole('heading').textContent).toBe('Leads12.480');
  const time = screen.getByText(/years ago$/);
  expect(time.textContent).toMatch(/^\d+ years ago$/);
  expect(time.title).toMatch(/^12 Mar 2020, \d\d:00$/);
});
