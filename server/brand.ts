// The brand of the agency: read once and after each change, and its logo.
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { type Brand, logoPath } from '#domain/brand.ts';
import type { DatabasePool } from './database/connections/pool.ts';

export type BrandReader = {
  /** The brand; undefined without one, and if it was never read because the database does not answer. */
  read(): Promise<Brand | undefined>;
  readLogo(): Promise<Buffer>;
};

const SETTINGS = { role: 'anon', search_path: 'public', transaction_read_only: 'on' } as const;

export function openBrand(database: Pick<DatabasePool, 'request' | 'listen'>, log: Logger): BrandReader {
  const ask = async (text: string) => {
    const statement = { text, values: [] };
    return (await database.request({ caller: { kind: 'server' }, settings: SETTINGS, statement })).text;
  };
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
  database.listen('brand', () => {
    reading = undefined;
  });
  return {
    read: () => {
      reading ??= readOnce();
      return reading;
    },
    readLogo: async () => Buffer.from(await ask('select public.read_brand_logo()'), 'base64'),
  };
}

/** Serves the logo by its hash, never as anything but an image. Emails may have an earlier one. */
export function brandApi({ read, readLogo }: BrandReader): Hono {
  const app = new Hono();
  app.get('/brand/:hash{[0-9a-f]{64}}', async (c) => {
    const brand = await read();
    const path = brand && logoPath(brand);
    if (!brand?.logo_type || !path) return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
    if (path !== c.req.path) return c.redirect(path);
    return c.body(new Uint8Array(await readLogo()), 200, {
      'Content-Type': brand.logo_type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
  return app;
}
