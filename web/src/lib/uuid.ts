/** A random UUID; crypto.randomUUID is missing where the app is served without TLS on a name other than localhost. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Whether an address's word can be an id at all. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The id that a text is, as the database writes it; null where it can be none. */
export const uuidIn = (text: string | null): string | null => (text && isUuid(text) ? text.toLowerCase() : null);
