// The Prefer header. The first of several values for one preference counts (RFC 7240).
import { queryLimits } from '#server/limits.ts';
import { tooMany } from '../errors.ts';

export type Preferences = {
  returns?: 'minimal' | 'headers-only' | 'representation';
  count?: 'exact' | 'planned' | 'estimated';
  resolution?: 'merge-duplicates' | 'ignore-duplicates';
  missing?: 'default' | 'null';
  handling?: 'strict' | 'lenient';
  maxAffected?: number;
  /** Unknown preferences, verbatim. */
  unknown: string[];
};

const known = {
  return: ['returns', ['minimal', 'headers-only', 'representation']],
  count: ['count', ['exact', 'planned', 'estimated']],
  resolution: ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  missing: ['missing', ['default', 'null']],
  handling: ['handling', ['strict', 'lenient']],
} as const;

/** Parses the header. Throws RestError for more than `most` preferences. `tx` is accepted and has no effect, as on a hosted project. */
export function parsePreferences(header: string | undefined, maxCount = queryLimits.preferences): Preferences {
  const preferences: Preferences = { unknown: [] };
  const listed = (header ?? '')
    .split(',')
    .map((preference) => preference.trim())
    .filter((preference) => preference !== '');
  if (listed.length > maxCount) throw tooMany('preferences', listed.length, maxCount);
  for (const preference of listed) {
    if (!accept(preferences, preference)) preferences.unknown.push(preference);
  }
  return preferences;
}

function accept(preferences: Preferences, preference: string): boolean {
  const [name = '', value = ''] = preference.split('=');
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

/** The value of Preference-Applied; `granted` are the preferences that this kind of request supports. Null if none is applied. */
export function appliedPreferences(preferences: Preferences, granted: readonly Appliable[]): string | null {
  const applied = order
    .filter((key) => granted.includes(key) && preferences[key] !== undefined)
    .filter((key) => key !== 'maxAffected' || preferences.handling === 'strict')
    .map((key) => `${(spelled as Partial<Record<Appliable, string>>)[key] ?? key}=${preferences[key]}`);
  return applied.length > 0 ? applied.join(', ') : null;
}
