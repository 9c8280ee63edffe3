import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Runs `<folder>/<name>.ts` for `npm run <script> -- <name> [arguments]`. Without a valid name it lists all names. */
export async function runNamed(folder: string, script: string): Promise<void> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
    .map((file) => path.basename(file, '.ts'));
  const [name, ...rest] = process.argv.slice(2);
  if (name && names.includes(name)) {
    process.argv.splice(2, Infinity, ...rest);
    await import(path.join(folder, `${name}.ts`));
    return;
  }
  console.error(`${name ? `There is no ${script} '${name}'. ` : ''}npm run ${script} -- ${names.join(' | ')}`);
  process.exitCode = name ? 1 : 0;
}
