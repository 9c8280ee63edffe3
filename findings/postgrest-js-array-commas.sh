#!/usr/bin/env bash
# @supabase/postgrest-js 2.119.1 joins the texts of an array with commas and quotes none, in contains, containedBy, overlaps and in a function that is called by GET:
# PostgreSQL reads one text with a comma as two. So contains('tags', ['Acme, Inc']) asks for rows with the tags 'Acme' and 'Inc'. With .in() the same text is quoted.
# Guess: the texts of arrays are quoted too. Product: the arrays that its app filters by hold words of its own only, and it calls functions by POST.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @supabase/postgrest-js@2.119.1 @electric-sql/pglite@0.5.17
cat > seen.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
import { PostgrestClient } from '@supabase/postgrest-js';

let asked;
const fetch = async (url) => {
  asked = new URL(url).searchParams;
  return new Response('[]');
};
const client = new PostgrestClient('http://localhost', { fetch });
const leads = () => client.from('leads').select();
const tags = ['Acme, Inc'];
await leads().in('company', tags);
console.log('in:', asked.get('company'));
await leads().contains('tags', tags);
const [, array] = asked.get('tags').split('.');
console.log('contains:', asked.get('tags'));
await client.rpc('tagged', { tags }, { get: true });
console.log('rpc by GET:', asked.get('tags'));
const { rows } = await new PGlite().query(`select $1::text[] as read, array['Acme, Inc'] @> $1::text[] as "found"`, [array]);
console.log('PostgreSQL:', JSON.stringify(rows[0]));
JS
cat > expected <<'TXT'
in: in.("Acme, Inc")
contains: cs.{Acme, Inc}
rpc by GET: {Acme, Inc}
PostgreSQL: {"read":["Acme","Inc"],"found":false}
TXT
node seen.mjs | tee seen
diff expected seen
