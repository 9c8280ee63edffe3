// In charge of the Prefer header: which wishes are known, the first of each kind counts. Does not know who grants them.
import { queryLimits } from '../limits.ts';
import { tooMany } from './errors.ts';

export type Preferences = {
  returns?: 'minimal' | 'headers-only' | 'representation';
  count?: 'exact' | 'planned' | 'estimated';
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  missing?: 'default' | 'null';
  handling?: 'strict' | 'lenient';
  maxAffected?: number;
  /** Wishes that this server does not know, as written. */
  unknown: string[];
};

const known = {
  return: ['returns', ['minimal', 'headers-only', 'representation']],
  count: ['count', ['exact', 'planned', 'estimated']],
  resolution: ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  missing: ['missing', ['default', 'null']],
  handling: ['handling', ['strict', 'lenient']],
} as const;

/** Reads the header's value, several wishes joined by commas. Throws RestError where there are more than `most`. `tx` is accepted and has no effect, as on a hosted project. */
export function parsePreferences(header: string | undefined, most = queryLimits.preferences): Preferences {
  const preferences: Preferences = { unknown: [] };
  const wishes = (header ?? '')
    .split(',')
    .map((wish) => wish.trim())
    .filter((wish) => wish !== '');
  if (wishes.length > most) throw tooMany('preferences', wishes.length, most);
  for (const wish of wishes) {
    if (!accept(preferences, wish)) preferences.unknown.push(wish);
  }
  return preferences;
}

function accept(preferences: Preferences, wish: string): boolean {
  const [name = '', value = ''] = wish.split('=');
  if (name === 'tx') return value === 'commit' || value === 'rollback';
  if (name === 'max-affected') {
    if (!/^\d{1,15}$/.test(value)) return false;
    preferences.maxAffected ??= Number(value);
    return true;
  }
  if (!Object.hasOwn(known, name)) return false;
  const [key, values] = known[name as keyof typeof known];
  if (!(values as readonly string[]).includes(value)) return false;
  Object.assign(preferences, { [key]: preferences[key] ?? value });
  return true;
}

const order = ['resolution', 'missing', 'returns', 'count', 'handling', 'maxAffected'] as const;
const spelled = { returns: 'return', maxAffected: 'max-affected' } as const;

export type Appliable = (typeof order)[number];

/** The value of Preference-Applied for the wishes that this kind of request grants; null if none was made. */
export function appliedPreferences(preferences: Preferences, granted: readonly Appliable[]): string | null {
  const applied = order
    .filter((key) => granted.includes(key) && preferences[key] !== undefined)
    .filter((key) => key !== 'maxAffected' || preferences.handling === 'strict')
    .map((key) => `${(spelled as Partial<Record<Appliable, string>>)[key] ?? key}=${preferences[key]}`);
  return applied.length > 0 ? applied.join(', ') : null;
}
