// Changes user_metadata and limits its size: every access token contains it.
import { textLengths, userMetadataBytes } from '#domain/limits.ts';
import type { Query } from '../database/connections/pool.ts';
import { limitAccountLockWaits, type Metadata, withoutNulls } from './users.ts';

/** The metadata of an account would exceed its limit. */
export class MetadataTooLarge extends Error {
  constructor(bytes: number) {
    super(`The user metadata is too large: ${bytes} bytes, at most ${userMetadataBytes}`);
  }
}

/** Throws MetadataTooLarge. */
export function requireSmallMetadata(data: Metadata): void {
  const bytes = jsonbBytes(data);
  if (bytes > userMetadataBytes) throw new MetadataTooLarge(bytes);
}

/** Merges key by key; null removes a key. Throws MetadataTooLarge where the result is too large and larger than before. */
export async function mergeUserMetadata(query: Query, id: string, data: Metadata): Promise<void> {
  await limitAccountLockWaits(query);
  const removed = Object.keys(data).filter((key) => data[key] === null);
  const { rows } = await query<{ bytes: number; before: number }>(
    `with former as (select octet_length(raw_user_meta_data::text) as bytes from auth.users where id = $1 for update)
     update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[], updated_at = now()
     from former where id = $1
     returning octet_length(raw_user_meta_data::text) as bytes, coalesce(former.bytes, 0) as before`,
    [id, withoutNulls(data), removed],
  );
  for (const { bytes, before } of rows) {
    if (bytes > userMetadataBytes && bytes > before) throw new MetadataTooLarge(bytes);
  }
}

/** Makes a provider's claims fit: shortens a long name, then drops the longest members, so that no sign-in fails because of their length. */
export function truncateMetadata(data: Metadata): Metadata {
  const fitted = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      isName(key) && typeof value === 'string' ? truncateName(value) : value,
    ]),
  );
  while (jsonbBytes(fitted) > userMetadataBytes) delete fitted[longestKey(fitted)];
  return fitted;
}

const isName = (key: string) => key === 'name' || key === 'full_name';

const truncateName = (name: string) => [...name].slice(0, textLengths.fullName).join('');

function longestKey(data: Metadata): string {
  const [longest] = Object.entries(data).toSorted(([, one], [, other]) => jsonbBytes(other) - jsonbBytes(one));
  return longest?.[0] ?? '';
}

/** PostgreSQL expands an exponent, which has up to three digits. */
const MAX_NUMBER_LENGTH = 330;

/** The length of a value as PostgreSQL's jsonb text, with a space after each comma and colon; at least the length for a number with an exponent. */
function jsonbBytes(value: unknown): number {
  if (typeof value === 'number' && String(value).includes('e')) return MAX_NUMBER_LENGTH;
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(JSON.stringify(value) ?? '');
  const parts = Array.isArray(value)
    ? value.map(jsonbBytes)
    : Object.entries(value).map(([key, member]) => jsonbBytes(key) + 2 + jsonbBytes(member));
  return 2 + parts.reduce((sum, part) => sum + part, 0) + 2 * Math.max(0, parts.length - 1);
}
