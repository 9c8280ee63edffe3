import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

type Totals = { customers: number; leads: number; companies: number; campaigns: number };

/** Fills an empty database, half of it for the first customer. `bench.customers` has the ids of the customers by number. */
export async function fill(owner: pg.Client, { customers, leads, companies, campaigns }: Totals): Promise<void> {
  await owner.query(readFileSync(path.join(import.meta.dirname, 'fill.sql'), 'utf8'));
  await owner.query('call bench.fill($1, $2, $3, $4)', [customers, leads, companies, campaigns]);
  await owner.query('vacuum (analyze)');
}
