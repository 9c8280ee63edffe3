#!/usr/bin/env bash
# TanStack Query 5.108.0 matches an array within a key by its first items: a filter with the key ['leads', ['a']] also finds the queries of customers a and b, and one
# with [] those of all, so that what is set or removed for one is set or removed for more. Guess: the array is one part of the key and must be equal, as it must for
# getQueryData. Product: its filters end before such arrays.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @tanstack/query-core@5.108.0
cat > seen.mjs <<'JS'
import { QueryClient } from '@tanstack/query-core';

const client = new QueryClient();
for (const customers of [['a'], ['a', 'b'], ['b']]) client.setQueryData(['leads', customers], `leads of ${customers.join(' and ')}`);
console.log('getQueryData:', client.getQueryData(['leads', ['a']]));
for (const customers of [['a'], []]) {
  const found = client.getQueriesData({ queryKey: ['leads', customers] });
  console.log(`getQueriesData ${JSON.stringify(customers)}: ${found.map(([, data]) => data).join(', ')}`);
}
client.removeQueries({ queryKey: ['leads', ['a']] });
console.log('left after removeQueries ["a"]:', client.getQueriesData({ queryKey: ['leads'] }).map(([, data]) => data).join(', '));
JS
cat > expected <<'TXT'
getQueryData: leads of a
getQueriesData ["a"]: leads of a, leads of a and b
getQueriesData []: leads of a, leads of a and b, leads of b
left after removeQueries ["a"]: leads of b
TXT
node seen.mjs | tee seen
diff expected seen
