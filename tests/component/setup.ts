// Set-up of component tests: `fetch` is a fake backend, and a test fails on any console error, warning or unexpected request.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { sessionHeaders } from '../../web/src/lib/request-headers.ts';
import { dismissToast, shownToasts } from '../../web/src/lib/toast.ts';
import { answerRequest, resetBackend, unexpectedRequests } from './backend.ts';
import { recordConsole, takeLogged } from './console.ts';

configure({ asyncUtilTimeout: 10_000 });

// There is no layout: without a height, a virtual table would render all its rows.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 44 });

beforeEach(recordConsole);

afterEach(async () => {
  cleanup();
  await nextTurn(); // requests that wait for the session's token are sent while this test's answers are there
  for (const { id } of shownToasts()) dismissToast(id);
  const seen = { logged: takeLogged(), unexpectedRequests: unexpectedRequests() };
  resetBackend();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of [...sessionHeaders.keys()]) sessionHeaders.delete(name);
  vi.restoreAllMocks();
  expect(seen).toEqual({ logged: [], unexpectedRequests: [] });
});

vi.stubGlobal('fetch', answerRequest);
