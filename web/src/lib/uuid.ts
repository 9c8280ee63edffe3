/** A random UUID. `crypto.randomUUID` is missing without TLS, except on localhost. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Whether a text is a UUID. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** A UUID in the database's notation, or null if the text is none. */
export const uuidIn = (text: string | null): string | null => (text && isUuid(text) ? text.toLowerCase() : null);
