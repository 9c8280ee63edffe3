import { startTestCluster, asOwner, inDatabase } from '../tests/support/cluster.ts';
const c = await startTestCluster();
try { await asOwner(inDatabase(c.url, 'postgres'), async (o) => {
  console.log((await o.query('select version()')).rows);
  await o.query(`create table t(id int, p int, "a b" text, j jsonb); insert into t select g, g % 3, repeat('x', 200) || g, '{"k": [1, 2]}' from generate_series(1, 3000) g`);
  const old = `select p.id, (select coalesce(json_agg(many.*), '[]') from (select t.id as id, t."a b" as "x y", t.j, (select coalesce(json_agg(many.*), '[]') from (select 1 as o where t.id < 10) many) as inn from t where t.p = p.id order by t.id desc limit $1) many) as e from (select generate_series(0, 3) as id) p`;
  const guard = (rows: string, n = 16777216) => `select coalesce(json_agg(many.*) filter (where octet_length(many::text) < 1024 or case when set_config('rest.embedded', (coalesce(nullif(current_setting('rest.embedded', true), '')::int, 0) + octet_length(many::text))::text, true)::int > ${n} then repeat(' ', greatest(octet_length(many::text), 2147483647)) is null else true end), '[]') from (${rows}) many`;
  const neu = (n?: number) => `select p.id, (${guard(`select t.id as id, t."a b" as "x y", t.j, (${guard('select 1 as o where t.id < 10')}) as inn from t where t.p = p.id order by t.id desc limit $1`, n)}) as e from (select generate_series(0, 3) as id) p`;
  const a = await o.query(`select row_to_json(s.*)::text from (${old}) s`, [1000]); const b = await o.query(`select row_to_json(s.*)::text from (${neu()}) s`, [1000]);
  console.log(JSON.stringify(a.rows) === JSON.stringify(b.rows), a.rows[0].row_to_json.slice(0, 120), b.rows[0].row_to_json.slice(0,120));
  try { await o.query(`select row_to_json(s.*)::text from (${neu(100000)}) s`, [1000]); } catch (e: any) { console.log(e.code, e.message, e.routine); }
  for (const [n, q] of [['old', old], ['new', neu()]]) { const times: number[] = []; for (let i = 0; i < 30; i++) { const s = performance.now(); await o.query(q, [1000]); times.push(performance.now() - s); } console.log(n, Math.min(...times).toFixed(2)); }
  const ex = await o.query(`explain (costs off) ${neu()}`.replace('$1', '1000')); console.log(ex.rows.map((r) => r['QUERY PLAN']).join('\n'));
}); } finally { await c.stop(); }
