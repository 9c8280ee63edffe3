import { createServer } from 'node:net';
const kind = process.argv[2];
const msg = (t, ...c) => { const b = Buffer.concat(c.map((x) => Buffer.from(x))); const l = Buffer.alloc(4); l.writeInt32BE(b.length + 4); return Buffer.concat([Buffer.from(t), l, b]); };
const i16 = (n) => { const b = Buffer.alloc(2); b.writeInt16BE(n); return b; }; const i32 = (n) => { const b = Buffer.alloc(4); b.writeInt32BE(n); return b; };
const row = (...v) => msg('D', i16(v.length), ...v.flatMap((x) => [i32(Buffer.byteLength(x)), x]));
const desc = (...n) => msg('T', i16(n.length), ...n.flatMap((x) => [x + '\0', i32(0), i16(0), i32(25), i16(-1), i32(-1), i16(0)]));
const rows50 = Array.from({ length: 50 }, (_, i) => JSON.stringify({ id: 'x'.repeat(36), name: 'Lead ' + i, title: 'Head of things', customer_id: 'y'.repeat(36), created_at: '2026-01-01T00:00:00' }));
const settingsRow = Buffer.concat([row('anon', 'x', 'on', 'z'.repeat(200), 'h'.repeat(200), 'GET', '/leads', '8s'), msg('C', 'SELECT 1\0')]);
const result = kind === 'one' ? Buffer.concat([row(`[${rows50.join(', \n ')}]`), msg('C', 'SELECT 1\0')]) : kind === 'old' ? Buffer.concat([row('50', `[${rows50.join(', \n ')}]`), msg('C', 'SELECT 1\0')]) : Buffer.concat([...rows50.map((x) => row(x)), msg('C', 'SELECT 50\0')]);
const description = kind === 'old' ? desc('page', 'body') : desc('body');
const parsed = msg('1'), bound = msg('2'), closed = msg('3'), ready = msg('Z', 'I');
createServer((s) => {
  s.setNoDelay(true);
  s.once('data', () => { s.write(Buffer.concat([msg('R', i32(0)), msg('K', i32(1), i32(2)), ready])); s.on('data', (d) => {
    let o = 0, e = 0; const out = [];
    while (o < d.length) { const t = d[o]; const l = d.readInt32BE(o + 1); o += 1 + l;
      if (t === 80) out.push(parsed); else if (t === 66) out.push(bound); else if (t === 67) out.push(closed); else if (t === 68) out.push(description);
      else if (t === 69) out.push(e++ ? result : settingsRow); else if (t === 83) out.push(ready); else if (t === 81) out.push(msg('C', 'BEGIN\0'), ready); }
    s.write(Buffer.concat(out)); }); });
  s.on('error', () => {});
}).listen(0, '127.0.0.1', function () { console.log(`at ${this.address().port}`); });
