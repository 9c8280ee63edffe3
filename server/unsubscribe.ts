// The page of the link that turns off emails of a kind, and the address for one-click unsubscribing (RFC 8058), which needs no cookie and no session.
import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Logger } from 'pino';
import { PRODUCT } from '#domain/brand.ts';
import { EMAIL_KINDS, type EmailKind } from '#domain/outbox.ts';
import { turnOffLabel, unknownLinkTexts, unsubscribeTexts } from '#domain/unsubscribe-texts.ts';
import type { BrandReader } from './brand.ts';
import type { Config } from './config.ts';
import type { DatabasePool } from './database/connections/pool.ts';
import { clientNetwork, readClient } from './http/client.ts';
import { RateLimiter } from './rate-limiter.ts';
import { openServiceCalls } from './worker.ts';

type UnsubscribeServices = {
  config: Pick<Config, 'TRUST_PROXY' | 'ROWS_RATE_ANONYMOUS'>;
  database: Pick<DatabasePool, 'request'>;
  brand: Pick<BrandReader, 'read'>;
  log: Logger;
};

type Answer = { status: 200 | 404 | 429 | 503; title: string; text: string; hasButton?: boolean };

const unknown: Answer = { status: 404, ...unknownLinkTexts };
const tooMany: Answer = { status: 429, title: 'Too many requests', text: 'Try again in a few minutes.' };
const away: Answer = { status: 503, title: 'Something went wrong', text: 'Try again in a moment.' };

export function unsubscribePage({ config, database, brand, log }: UnsubscribeServices): Hono {
  const limiter = new RateLimiter({ tries: config.ROWS_RATE_ANONYMOUS, seconds: 300 });
  const render = async (c: Context, answer: Answer) => {
    const nonce = randomBytes(16).toString('base64');
    const name = (await brand.read())?.name ?? PRODUCT;
    return c.html(renderPage(answer, name, nonce), answer.status, {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });
  };

  const app = new Hono();
  const token = ':token{[0-9a-f]{64}}';
  const urls = [`/unsubscribe/${token}`, `/unsubscribe/:kind{${EMAIL_KINDS.join('|')}}/${token}`];
  const readKind = (c: Context) => (c.req.param('kind') ?? 'digest') as EmailKind;
  // Scanners of emails open every link, so that opening it asks only, and says nothing about the token.
  app.on('GET', urls, (c) => {
    const { question, meaning, again } = unsubscribeTexts[readKind(c)];
    return render(c, { status: 200, title: question, text: `${meaning} ${again}`, hasButton: true });
  });
  app.on('POST', urls, async (c) => {
    const kind = readKind(c);
    const address = clientNetwork(readClient(c, config.TRUST_PROXY));
    const seconds = limiter.take(address);
    if (seconds > 0) {
      c.header('Retry-After', String(seconds));
      return render(c, tooMany);
    }
    try {
      const call = openServiceCalls(database, { kind: 'guest', address });
      const known = await call<number>('unsubscribe', { kind, token: c.req.param('token') });
      const { done, again } = unsubscribeTexts[kind];
      return render(c, known > 0 ? { status: 200, title: done, text: again } : unknown);
    } catch (error) {
      log.warn({ msg: 'nobody was unsubscribed', reason: (error as Error).message });
      return render(c, away);
    }
  });
  return app;
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 16px; font: 16px/24px Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 480px; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 28px; }
button { min-height: 44px; padding: 0 20px; font: inherit; }`;

const renderPage = ({ title, text, hasButton }: Answer, name: string, nonce: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<p>${name}</p>
<h1>${title}</h1>
<p>${text}</p>
${hasButton ? html`<form method="post"><button type="submit">${turnOffLabel}</button></form>` : ''}
</main>
</body>
</html>
`;
