#!/usr/bin/env bash
# In a title of test.each, vitest 5.1.1 cuts a value that `$name` stands for to 40 characters, where `%s` has it whole, and reads `$a$b` as one name, which is undefined.
# Guess: both stand for the whole value, and two side by side for both. Product: long titles are given by `%s`; the trial on Citus knows tests by their titles.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact vitest@5.1.1
cat > titles.test.js <<'JS'
import { test } from 'vitest';
const title = 'POST {"customer":"a","lead":"b","body":"Yes","author":"c"}';
test.each([{ title }])('$title', () => {});
test.each([[title]])('%s', () => {});
test.each([{ a: 'one', b: 'two' }])('$a$b', () => {});
test.each([{ a: 'one', b: 'two' }])('$a $b', () => {});
JS
npx --no-install vitest run --reporter=json --outputFile=report.json > /dev/null 2>&1
{
  node -p "'vitest ' + require('./node_modules/vitest/package.json').version"
  node -p "require('./report.json').testResults[0].assertionResults.map(({ title }) => title).join('\n')"
} | tee seen
cat > expected <<'TXT'
vitest 5.1.1
POST {"customer":"a","lead":"b","body":…
POST {"customer":"a","lead":"b","body":"Yes","author":"c"}
undefined
one two
TXT
diff expected seen
