// The brand of the agency: read once and after each change, and its logo.
import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { type Brand, logoPath } from '#domain/brand.ts';
import type { DatabasePool } from './database/connections/pool.ts';
import { RateLimiter } from './rate-limiter.ts';

export type BrandReader = {
  /** The brand; undefined without one, and if it was never read because the database does not answer. */
  read(): Promise<Brand | undefined>;
  /** Reads the brand again, because its change may not have been announced yet. At most twenty times in ten seconds. */
  readAgain(): Promise<Brand | undefined>;
  /** The logo with this hash; undefined if it was replaced meanwhile. Kept in memory, because anyone may ask for it. */
  readLogo(hash: string): Promise<Buffer | undefined>;
};

const SETTINGS = { role: 'anon', search_path: 'public', transaction_read_only: 'on' } as const;

export function openBrand(database: Pick<DatabasePool, 'request' | 'listen'>, log: Logger): BrandReader {
  const ask = async (text: string) => {
    const statement = { text, values: [] };
    return (await database.request({ caller: { kind: 'server' }, settings: SETTINGS, statement })).text;
  };
  const rereads = new RateLimiter({ tries: 20, seconds: 10 });
  let known: Brand | undefined;
  let reading: Promise<Brand | undefined> | undefined;
  const readOnce = async () => {
    try {
      known =
        JSON.parse((await ask('select row_to_json(brand)::text from public.read_brand() brand')) || 'null') ??
        undefined;
    } catch (error) {
      reading = undefined;
      log.warn({ msg: 'brand not read', reason: (error as Error).message });
    }
    return known;
  };
  let logo: { hash: string; reading: Promise<Buffer | undefined> } | undefined;
  const readLogoOnce = async (hash: string) => {
    const image = Buffer.from(await ask('select public.read_brand_logo()'), 'base64');
    return createHash('sha256').update(image).digest('hex') === hash ? image : undefined;
  };
  const readLogo = async (hash: string) => {
    if (logo?.hash !== hash) logo = { hash, reading: readLogoOnce(hash) };
    const { reading: own } = logo;
    const image = await own.catch(() => undefined);
    if (!image && logo?.reading === own) logo = undefined;
    return own;
  };
  database.listen('brand', () => {
    reading = undefined;
  });
  const read = () => {
    reading ??= readOnce();
    return reading;
  };
  return {
    read,
    readAgain: () => {
      if (rereads.take('') === 0) reading = undefined;
      return read();
    },
    readLogo,
  };
}

const notFound = (c: Context) => c.text('Not found', 404, { 'Cache-Control': 'no-store' });

/** Serves the logo by its hash, never as anything but an image. An earlier hash, which emails may have, leads to the present logo. */
export function brandApi({ read, readAgain, readLogo }: BrandReader): Hono {
  const app = new Hono();
  app.get('/brand/:hash{[0-9a-f]{64}}', async (c) => {
    const known = await read();
    const brand = known && logoPath(known) === c.req.path ? known : await readAgain();
    const path = brand && logoPath(brand);
    if (!brand?.logo_type || !brand.logo_hash || !path) return notFound(c);
    if (path !== c.req.path) return c.redirect(path);
    const logo = await readLogo(brand.logo_hash);
    if (!logo) return notFound(c);
    return c.body(new Uint8Array(logo), 200, {
      'Content-Type': brand.logo_type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
  return app;
}
