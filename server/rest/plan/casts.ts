// Allows casts that are cheap and do not give longer text.
import { castUnavailable, unknownType } from '../errors.ts';
import type { PlanContext } from './context.ts';
import type { Operand } from './plan.ts';

/** Targets for any value. Others query the catalog (regclass), compile a pattern (jsonpath) or grow: nine characters give a numeric or jsonb of 131,072. */
const fromAnything = new Set([
  'boolean',
  'smallint',
  'integer',
  'bigint',
  'real',
  'double precision',
  'text',
  'character varying',
  'bpchar',
  'date',
  'time without time zone',
  'time with time zone',
  'timestamp without time zone',
  'timestamp with time zone',
  'interval',
  'uuid',
  'json',
]);

const numbers = new Set(['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric', 'jsonb']);

/** Returns the qualified name of the type. Throws RestError if it does not exist or is not allowed for this operand. */
export function requireCast({ catalog, limits }: PlanContext, operand: Operand, name: string): string {
  const to = catalog.types.get(name.toLowerCase());
  if (!to) throw unknownType(name);
  const from = typeOf(operand);
  if (!limits.anyCast && !isAvailable(from, to)) throw castUnavailable(from, to);
  return to;
}

function isAvailable(from: string, to: string): boolean {
  if (from === to || fromAnything.has(to)) return true;
  if (to === 'numeric') return numbers.has(from);
  if (from.endsWith('[]') && to.endsWith('[]')) return isAvailable(from.slice(0, -2), to.slice(0, -2));
  return to.includes('.'); // a type of the exposed schema
}

function typeOf({ type, path }: Operand): string {
  const last = path.at(-1);
  if (!last) return type;
  if (last.arrow === '->>') return 'text';
  return type === 'json' ? 'json' : 'jsonb';
}
