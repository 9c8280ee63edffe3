/** The URL, or null for a text that is none, as URL.parse returns it, which Chrome has from 126 and Safari from 18 only. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
