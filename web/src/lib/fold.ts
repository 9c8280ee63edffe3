/** Characters that are no other character with an accent. */
const SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/** A text without case and accents, as the backend compares it in a search. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœþøđðłħŧı]/g, (character) => SPELLINGS[character] ?? character);

/** Whether a text contains each word of a term, one of one or two characters at the beginning of a word, as searches of the backend. */
export function hasWords(text: string, term: string): boolean {
  const folded = ` ${fold(text)}`;
  const words = fold(term).split(/\s+/).filter(Boolean);
  return words.every((word) => folded.includes(word.length <= 2 ? ` ${word}` : word));
}
