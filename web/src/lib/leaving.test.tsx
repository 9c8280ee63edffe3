import { afterEach, expect, test, vi } from 'vitest';
import { takeLogged } from '#tests/component/console.ts';
import { logFailure, noticeLeaving } from './failure.ts';

const CUT_OFF = new TypeError('NetworkError when attempting to fetch resource.');

noticeLeaving();
afterEach(() => window.dispatchEvent(new Event('pageshow')));

/** Whether the browser would report the failure. */
const isReported = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }));

test.each([
  new DOMException('The operation was aborted. ', 'AbortError'),
  new Error('The operation was aborted. '),
  new TypeError('error loading dynamically imported module: https://x.test/assets/a.js'),
  new TypeError('Importing a module script failed.'),
  new TypeError('Failed to fetch dynamically imported module: https://x.test/assets/a.js'),
])('%o is no failure of a page that is left', (failure) => {
  window.dispatchEvent(new Event('beforeunload'));
  logFailure('Error counting leads', failure);
  expect(takeLogged()).toEqual([]);
});

test.each(['beforeunload', 'pagehide'])('a request that is cut off after %s is no failure', (event) => {
  window.dispatchEvent(new Event(event));
  logFailure('Error counting leads', CUT_OFF);
  expect(takeLogged()).toEqual([]);
  expect(isReported(CUT_OFF)).toBe(false);
  expect(isReported(new Error('The database rests'))).toBe(true);
});

test('a request that fails on a page where the user stays is a failure', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  window.dispatchEvent(new Event('beforeunload'));
  now.mockReturnValue(15_001);
  logFailure('Error counting leads', CUT_OFF);
  expect(takeLogged()).toEqual([
    'Error counting leads: Leadlight couldn’t be reached. Check your connection and try again.',
  ]);
  expect(isReported(CUT_OFF)).toBe(true);
});
