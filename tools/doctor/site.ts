import { randomUUID } from 'node:crypto';
import { type Config, siteUrl } from '#server/config.ts';
import { type Diagnosis, failed, ok, warning } from './diagnosis.ts';

/** The largest requests of the app: a chunk of an import with its JSON escapes, and a list of ids in a URL. */
const BODY_BYTES = 5_000_000;
const URL_CHARACTERS = 12_000;

const TIMEOUT_MS = 10_000;

/** Checks SITE_URL from outside: whether it leads to this server, how many proxies it passes, and which requests they let through. */
export async function checkSite(config: Config, publishableKey: string | undefined): Promise<Diagnosis[]> {
  const site = siteUrl(config);
  if (!config.SITE_URL) return [warning('site', `links in emails lead to ${site}`, 'set SITE_URL to the public URL')];
  const { pathname, search, hash, protocol } = new URL(site);
  if (pathname !== '/' || search || hash)
    return [failed('site', `${site} has a path`, 'set SITE_URL to the origin alone: the app runs at its root')];
  const encryption =
    protocol === 'https:'
      ? ok('site', site)
      : warning('site', `${site} is not encrypted`, 'use a proxy with TLS, and set SITE_URL to its https URL');
  try {
    const answer = await ask(`${site}/config.json`);
    const { supabaseKey } = await answer.json().catch(() => ({ supabaseKey: undefined }));
    if (!supabaseKey || (publishableKey && supabaseKey !== publishableKey))
      return [failed('site', `${site} leads to another server`, 'correct SITE_URL, or where its proxy forwards to')];
    return [encryption, await checkProxies(config, site), await checkBody(site), await checkUrl(site)];
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    const reason = cause?.message || message;
    return [
      encryption,
      warning(
        'proxy',
        `${site} cannot be reached from here (${reason})`,
        'start the server and its proxy, then run it again',
      ),
    ];
  }
}

/** Follows no redirect. `isOurs` tells the server's answer from that of a proxy before it, which does not know the request id. */
async function ask(url: string, init: RequestInit = {}): Promise<Response & { isOurs: boolean }> {
  const id = randomUUID();
  const response = await fetch(url, {
    ...init,
    headers: { 'X-Request-Id': id },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return Object.assign(response, { isOurs: response.headers.get('x-request-id') === id });
}

async function checkProxies({ TRUST_PROXY }: Config, site: string): Promise<Diagnosis> {
  const response = await ask(`${site}/healthz`);
  const { proxies = 0 }: { proxies?: number } = await response.json();
  const passed = proxies === 1 ? '1 proxy that adds' : `${proxies} proxies that add`;
  const message = `requests pass ${passed} X-Forwarded-For, TRUST_PROXY is ${TRUST_PROXY}`;
  if (proxies > TRUST_PROXY)
    return failed('proxy', message, `set TRUST_PROXY=${proxies}, or all clients share the limits of one address`);
  if (proxies === 0 && (response.headers.has('server') || response.headers.has('via')))
    return failed('proxy', message, 'let the proxy add X-Forwarded-For, and set TRUST_PROXY to the number of proxies');
  if (proxies < TRUST_PROXY)
    return warning(
      'proxy',
      message,
      'lower TRUST_PROXY if clients reach the server this way, or they may forge their address',
    );
  return ok('proxy', message);
}

async function checkBody(site: string): Promise<Diagnosis> {
  const body = new Uint8Array(BODY_BYTES);
  const answer = await ask(`${site}/functions/v1/import-csv-data`, { method: 'POST', body }).catch(() => undefined);
  if (!answer)
    // the server answers before it has read the body, and some proxies then close the connection
    return warning('uploads', 'the connection ended while a body of 5 MB was sent', 'import a large file to be sure');
  const { isOurs, status } = answer;
  return isOurs
    ? ok('uploads', 'bodies of 5 MB reach the server')
    : failed('uploads', `a proxy rejects a body of 5 MB (${status})`, 'allow 32 MB: in nginx client_max_body_size 32m');
}

async function checkUrl(site: string): Promise<Diagnosis> {
  const { isOurs, status } = await ask(`${site}/healthz?${'x'.repeat(URL_CHARACTERS)}`);
  return isOurs
    ? ok('long URLs', '12 KB reach the server')
    : failed(
        'long URLs',
        `a proxy rejects a URL of 12 KB (${status})`,
        'allow 16 KB: in nginx large_client_header_buffers 4 16k',
      );
}
