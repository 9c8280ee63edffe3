// node bench/zz-fake.ts <root> <new|old> : a row API over a fake database
import { createServer } from 'node:http';
const [root, kind, port] = process.argv.slice(2);
const { restApi } = await import(`${root}/server/rest/index.ts`);
const { Hono } = await import('hono');
const { createAdaptorServer } = await import('@hono/node-server');
const { createRequire } = await import('node:module');
const introspect = { relations: [{ id: 1, schema: 'public', name: 'leads', kind: 'r', columns: ['id', 'name', 'title', 'customer_id', 'created_at'].map((name, i) => ({ number: i + 1, name, type: 'text', baseType: 'text', fallback: null })), keys: [{ isPrimary: true, columns: ['id'] }], tree: null }], foreignKeys: [], routines: [], types: [] };
const rows50 = Array.from({ length: 50 }, (_, i) => JSON.stringify({ id: 'x'.repeat(36), name: 'Lead ' + i, title: 'Head of things', customer_id: 'y'.repeat(36), created_at: '2026-01-01T00:00:00' }));
const oldBody = `[${rows50.join(', \n ')}]`;
const database = kind === 'old'
  ? { request: async (r: any) => ({ rows: [r.settings.search_path === 'pg_catalog' ? { catalog: JSON.stringify(introspect) } : { page: '50', body: oldBody }], rowCount: 1 }), listen() {} }
  : { request: async (r: any) => r.settings.search_path === 'pg_catalog' ? { columns: ['catalog'], rows: [[JSON.stringify(introspect)]] } : (r.received?.(16000), { columns: ['body'], rows: rows50.map((x) => [x]) }), listen() {} };
if (port) {
  const { openPool } = await import(`${root}/server/database/pool.ts`);
  const real = openPool({ connectionString: `postgres://a:b@127.0.0.1:${port}/x`, size: 16, statementTimeoutSeconds: 8, statementBudgetSeconds: 1e9 });
  const fake = database.request;
  database.request = (r: any) => (r.settings.search_path === 'pg_catalog' ? fake(r) : real.request(r));
}
const claims = { sub: '00000000-0000-4000-8000-000000000001', role: 'authenticated', exp: 9e9 };
const keys = { publishableKey: 'p', verify: async () => claims };
const app = new Hono();
app.route('/rest/v1', restApi({ database, keys, log: { error: console.error }, hasRole: () => true, trustedProxies: 0, anonymousRate: 1e9 }));
const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => console.log(`at http://127.0.0.1:${(server.address() as any).port}`));
