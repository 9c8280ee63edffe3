// Serves the built web app with its security headers.
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from './config.ts';

const BUILT = path.join(import.meta.dirname, '../dist/web');

/** Written by the build (`html.cspNonce` in web/vite.config.ts), replaced per response. */
const NONCE_PLACEHOLDER = 'CSP_NONCE';

/** The page of an emailed link, whose form is answered with a redirect to any target that AUTH_REDIRECT_URLS allows. `form-action` also applies to that. */
const CONFIRMATION = '/auth/confirm';

/** A path of a file, or below a name with a dot such as `/.well-known/`, is none of the app's: programs read its page as what they asked for. */
const isFile = (path: string) => /\/\.|\.[a-z\d]+$/i.test(path);

/** The hashes of the scripts within the page, by which the policy allows them. */
const scriptHashes = (page: string) =>
  [...page.matchAll(/<script(?: nonce="[^"]*")?>(.*?)<\/script>/gs)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );

const csp = (nonce: string, path: string, scripts: readonly string[]) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:", // pictures of leads have any host; they are fetched without a referrer
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(path === CONFIRMATION ? [] : ["form-action 'self'"]),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Names the code of a review link's page where index.html names that of the app. */
const REVIEW = '/review/';

/** Serves dist/web: hashed assets cached for a year, and a page for every other path that is no file's, because the app routes in the browser. */
export function webApp(config: Config): Hono {
  const app = new Hono();
  const behindTls = config.SITE_URL?.startsWith('https:') ?? false;
  app.use(
    secureHeaders({
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: behindTls ? 'max-age=31536000' : false,
      permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    }),
  );
  app.get(
    '/assets/*',
    serveStatic({
      root: path.relative(process.cwd(), BUILT),
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
    (c) => c.text('Not found', 404),
  );
  app.get(
    '/:file{[\\w-]+\\.(?:svg|png|ico|webmanifest|txt)}',
    serveStatic({ root: path.relative(process.cwd(), BUILT) }),
  );

  const pages = new Map<string, { page: string; scripts: string[] }>();
  const readPage = async (file: string) => {
    const page = await readFile(path.join(BUILT, file), 'utf8');
    return { page, scripts: scriptHashes(page) };
  };
  app.get('*', async (c) => {
    if (isFile(c.req.path)) return c.text('Not found', 404);
    const file = c.req.path.startsWith(REVIEW) ? 'review.html' : 'index.html';
    const read = pages.get(file) ?? (await readPage(file));
    pages.set(file, read);
    const { page, scripts } = read;
    const nonce = randomBytes(16).toString('base64');
    c.header('Content-Security-Policy', csp(nonce, c.req.path, scripts));
    c.header('Cache-Control', 'no-cache');
    return c.html(page.replaceAll(NONCE_PLACEHOLDER, nonce));
  });
  return app;
}
