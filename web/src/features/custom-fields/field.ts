import type { CustomField } from '#domain/custom-fields.ts';

/** `removed_at` is null for a field that was not removed. The key of a removed one is taken until its values are deleted. */
export type StoredField = CustomField & { id: string; removed_at: string | null };

export const isLive = ({ removed_at }: StoredField): boolean => removed_at === null;

/** How long a removed field can be restored. */
const RESTORABLE_MS = 30 * 60_000;

export const isRestorable = ({ removed_at }: StoredField): boolean =>
  removed_at !== null && Date.now() - Date.parse(removed_at) < RESTORABLE_MS;
