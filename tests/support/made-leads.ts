import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A CSV file of made-up leads or companies by bench/make-leads.mjs, with the result that its import into an empty customer must have. */
export function makeCsv(type: 'leads' | 'companies', rows: number, seed = 7) {
  const generator = path.resolve(import.meta.dirname, '../../bench/make-leads.mjs');
  const args = [generator, '--rows', `${rows}`, '--seed', `${seed}`, '--type', type];
  const { stdout, stderr } = spawnSync(process.execPath, args, { maxBuffer: 4 * 1024 ** 3 });
  return { csv: stdout, expected: JSON.parse(stderr.toString()) as Record<string, number> };
}
