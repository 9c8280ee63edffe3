// In charge of what goes between the page and its server: a story listens to the calls, holds one back, or has it refused.
import type { Page, Route } from '@playwright/test';

export const LEADS = '/rest/v1/leads';
export const IMPORT = '/functions/v1/import-csv-data';
export const procedure = (name: string) => `/rest/v1/rpc/${name}`;

export type Call = { query: URLSearchParams; body: unknown };

/** The calls of one kind from now on; the list grows as they go out. */
export function callsTo(page: Page, method: string, path: string): Call[] {
  const calls: Call[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() !== method || pathname !== path) return;
    calls.push({ query: searchParams, body: request.postData() === null ? null : request.postDataJSON() });
  });
  return calls;
}

/** How many ids a call names in `id=in.(…)`. */
export const idsNamed = ({ query }: Call) => /^in\.\((.+)\)$/.exec(query.get('id') ?? '')?.[1]?.split(',').length ?? 0;

export type Interception = { end: () => Promise<void> };

/** Puts the story between the page and one kind of call; `number` counts these calls from 1. Calls that it leaves alone go on by `route.fallback()`. */
export async function intercept(
  page: Page,
  [method, path]: readonly [method: string, path: string],
  step: (route: Route, number: number) => Promise<void>,
): Promise<Interception> {
  let number = 0;
  const isCall = ({ pathname }: URL) => pathname === path;
  const answer = (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    number += 1;
    return step(route, number);
  };
  await page.route(isCall, answer);
  return { end: () => page.unroute(isCall, answer) };
}

/** Has the calls of these numbers (or all) answered with a status and a message in place of the server. */
export function refuse(
  page: Page,
  call: readonly [method: string, path: string],
  { status = 500, message, only }: { status?: number; message: string; only?: readonly number[] },
): Promise<Interception> {
  return intercept(page, call, (route, number) =>
    only && !only.includes(number) ? route.fallback() : route.fulfill({ status, json: { message, error: message } }),
  );
}

/** Lets the call of this number wait until it is released; `reached` resolves when it has come. */
export async function hold(page: Page, call: readonly [method: string, path: string], held = 1) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, call, async (route, number) => {
    if (number !== held) return route.fallback();
    reached.resolve();
    await released.promise;
    await route.fallback();
  });
  return { reached: reached.promise, release: () => released.resolve() };
}

/** Lets the first answer wait until it is released: it is the server's from before; `reached` resolves when it is there. */
export async function holdAnswer(page: Page, call: readonly [method: string, path: string]) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, call, async (route, number) => {
    if (number > 1) return route.fallback();
    const response = await route.fetch();
    reached.resolve();
    await released.promise;
    await route.fulfill({ response }).catch(() => {}); // the page may not want it any more
  });
  return { reached: reached.promise, release: () => released.resolve() };
}
