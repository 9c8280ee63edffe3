/** First letters of the first and the last word of a name, '?' for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s,]+/u).flatMap((word) => word.match(/\p{L}|\p{N}/u)?.[0] ?? []);
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return picked.join('').toLocaleUpperCase() || '?';
}
