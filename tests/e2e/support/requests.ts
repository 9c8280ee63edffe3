import type { Page, Route } from '@playwright/test';

export const LEADS = '/rest/v1/leads';
export const IMPORT = '/functions/v1/import-csv-data';
export const procedure = (name: string) => `/rest/v1/rpc/${name}`;

export type SentRequest = { query: URLSearchParams; body: unknown };

/** The requests of one kind from now on; the array grows as they are sent. */
export function requestsTo(page: Page, method: string, path: string): SentRequest[] {
  const requests: SentRequest[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() !== method || pathname !== path) return;
    requests.push({ query: searchParams, body: request.postData() === null ? null : request.postDataJSON() });
  });
  return requests;
}

/** The number of ids in a request's `id=in.(…)`. */
export const idsNamed = ({ query }: SentRequest) =>
  /^in\.\((.+)\)$/.exec(query.get('id') ?? '')?.[1]?.split(',').length ?? 0;

export type Interception = { end: () => Promise<void> };

/** Intercepts requests of one kind, which `step` gets with their number, from 1. It lets a request through with `route.fallback()`. */
export async function intercept(
  page: Page,
  [method, path]: readonly [method: string, path: string],
  step: (route: Route, number: number) => Promise<void>,
): Promise<Interception> {
  let number = 0;
  const isMatch = ({ pathname }: URL) => pathname === path;
  const handle = (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    number += 1;
    return step(route, number);
  };
  await page.route(isMatch, handle);
  return { end: () => page.unroute(isMatch, handle) };
}

/** Answers requests with an error instead of the server: all, or only those with these numbers. */
export function failRequests(
  page: Page,
  call: readonly [method: string, path: string],
  { status = 500, message, only }: { status?: number; message: string; only?: readonly number[] },
): Promise<Interception> {
  return intercept(page, call, (route, number) =>
    only && !only.includes(number) ? route.fallback() : route.fulfill({ status, json: { message, error: message } }),
  );
}

/** Holds the request with this number back until `release` is called; `reached` resolves when it was sent. */
export async function holdRequest(page: Page, call: readonly [method: string, path: string], held = 1) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, call, async (route, number) => {
    if (number !== held) return route.fallback();
    reached.resolve();
    await released.promise;
    await route.fallback();
  });
  return { reached: reached.promise, release: () => released.resolve() };
}
