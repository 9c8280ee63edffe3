#!/usr/bin/env bash
# PGlite 0.5.17 writes a Date into a timestamp without time zone by its time in UTC, and reads it by the clock of the machine: in New York, 8:00 comes back as 13:00,
# and each time that it is read and written it moves on by five hours. A timestamptz comes back as it was. In UTC, as in CI, both do. Guess: what is written is read.
# Product: every moment is stored as timestamptz.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @electric-sql/pglite@0.5.17
cat > seen.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';

const database = new PGlite();
await database.exec('create table t (id int, plain timestamp, zoned timestamptz)');
for (const zone of ['UTC', 'America/New_York']) {
  process.env.TZ = zone;
  let moment = { plain: new Date(2026, 10, 29, 8), zoned: new Date(2026, 10, 29, 8) };
  const clock = ({ plain, zoned }) => `timestamp ${plain.toTimeString().slice(0, 5)}, timestamptz ${zoned.toTimeString().slice(0, 5)}`;
  console.log(`${zone}: ${clock(moment)}`);
  for (const time of ['once', 'twice']) {
    await database.exec('truncate t');
    await database.query('insert into t values (1, $1, $2)', [moment.plain, moment.zoned]);
    ({ rows: [moment] } = await database.query('select plain, zoned from t'));
    console.log(`  ${time}: ${clock(moment)}`);
  }
}
JS
cat > expected <<'TXT'
UTC: timestamp 08:00, timestamptz 08:00
  once: timestamp 08:00, timestamptz 08:00
  twice: timestamp 08:00, timestamptz 08:00
America/New_York: timestamp 08:00, timestamptz 08:00
  once: timestamp 13:00, timestamptz 08:00
  twice: timestamp 18:00, timestamptz 08:00
TXT
node seen.mjs | tee seen
diff expected seen
