// In charge of the benches: `npm run bench -- <name>` runs bench/<name>.ts, without a name it lists them.
import { readdirSync } from 'node:fs';
import path from 'node:path';

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => path.basename(file, '.ts'));

const [name, ...rest] = process.argv.slice(2);
if (name && names.includes(name)) {
  process.argv.splice(2, Infinity, ...rest);
  await import(`./${name}.ts`);
} else {
  console.error(`${name ? `There is no bench '${name}'. ` : ''}npm run bench -- ${names.join(' | ')}`);
  process.exitCode = name ? 1 : 0;
}
