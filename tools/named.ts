// `node tools/named.ts <folder> <name> [arguments]` runs `<folder>/<name>.ts`, for `npm run bench` and `npm run trial`. Without a valid name it lists all.
import { readdirSync } from 'node:fs';
import path from 'node:path';

const [folder = '', name, ...rest] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '..', folder);
const names = readdirSync(root)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'));
if (name && names.includes(name)) {
  process.argv.splice(2, Infinity, ...rest);
  await import(path.join(root, `${name}.ts`));
} else {
  console.error(`${name ? `There is no '${name}'. ` : ''}Name one of: ${names.join(', ')}`);
  process.exitCode = name ? 1 : 0;
}
