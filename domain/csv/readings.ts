// Ways to read a file whose encoding its bytes do not prove: code pages that look alike, and text that was encoded twice.
import { type ByteSource, bytesIn, codepages, decodeText, type Encoding, type Reading, repairer } from './encoding.ts';

/** A way to read the file, with some of its words as they would be. */
export type ReadingOption = Reading & { samples: string[] };

const MAX_WORDS = 2_000;
const MAX_SAMPLES = 3;

/** The letters beyond ASCII of the languages that a code page is for. */
const WESTERN =
  'äöüß àâæçéèêëîïôœùûüÿ áéíñóúüï ãáàâçéêíõôóúü àèéìíîòóùú ëïéüöóè æøåéäöü åäöéüàšž áðéíóúýþæö àçèéíïòóúü õäöüšž'.split(
    ' ',
  );
const LANGUAGES: Partial<Record<Encoding, readonly string[]>> = {
  'windows-1252': WESTERN,
  macintosh: WESTERN,
  'windows-1250': 'ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű čćđšž ăâîşţ äöüß'.split(' '),
  'windows-1254': ['çğıöşüâîû'],
  'windows-1257': 'ąčęėįšųūž āčēģīķļņšūž äöõüšž'.split(' '),
};
const SCRIPTS: Partial<Record<Encoding, RegExp>> = {
  'windows-1251': /^\p{Script=Cyrillic}+$/u,
  'windows-1253': /^\p{Script=Greek}+$/u,
};

/** Signs within or beside a word that are letters in another code page: 'Stra§e', '£ukasz', 'Pawe³'. */
const STRAY =
  /[\u0080-\u009f\ufffd]|\p{L}[^\p{L}\p{M}\p{ASCII}’‘´·–—…\u00ad\u00a0]\p{L}|(?:^|\P{L})[£¥¯¼¾]\p{L}|\p{L}{2}(?<![mM])[³¹]|\p{Ll}(?![A-Z])\p{Lu}/u;

/** Whether a word may be one of a language that this encoding is for. */
function isPlausible(word: string, encoding: Encoding): boolean {
  if (STRAY.test(word)) return false;
  const languages = LANGUAGES[encoding] ?? Object.values(LANGUAGES).flat();
  return (word.match(/\p{L}+/gu) ?? []).every((part) => {
    const letters = [...part.normalize('NFC').toLowerCase()].filter(
      (letter) => letter > '\x7f' && /\p{L}/u.test(letter),
    );
    if (letters.length === 0 || SCRIPTS[encoding])
      return letters.length === 0 || SCRIPTS[encoding]?.test(part) === true;
    if (/[^\p{Script=Latin}]/u.test(part)) return encoding === 'utf-8';
    return languages.some((language) => letters.every((letter) => language.includes(letter)));
  });
}

/**
 * Returns the ways to read a file, the likeliest first, if a person must choose: its text looks as if it was encoded twice, or it is no UTF-8 and some words
 * are none of a western language. Null if there is no doubt. Reads the whole file.
 */
export async function doubtfulReadings(file: ByteSource, encoding: Encoding): Promise<ReadingOption[] | null> {
  const isLegacy = encoding === 'windows-1252';
  const words = new Set<string>();
  for await (const text of decodeText(file, encoding)) {
    if (!isLegacy && !TWICE.test(text)) continue;
    for (const word of text.match(WORD) ?? []) if (isLegacy || TWICE.test(word)) words.add(word);
    if (words.size >= MAX_WORDS) break;
  }
  return isLegacy ? legacyReadings([...words]) : repairedReadings([...words], encoding);
}

/** Words with a letter beyond ASCII. */
const WORD = /(?<![A-Za-z'\u0080-\uffff-])[A-Za-z'-]*[\u0080-\uffff][A-Za-z'\u0080-\uffff-]*/g;

/** The beginning of a character of UTF-8 that was read as Windows-1252, Windows-1250 or Mac Roman. */
const TWICE = /[ÂÃÄÅÎÏÐÑĂĹ¬√ƒ≈][\u0080-\uffff]|[â‚][€‚„Ä]/;

function repairedReadings(words: readonly string[], encoding: Encoding): ReadingOption[] | null {
  const options = (['windows-1252', 'windows-1250', 'macintosh'] as const).flatMap((twice): ReadingOption[] => {
    const read = repairer(twice);
    const changed = words.filter((word) => read(word) !== word);
    return changed.length > 0 ? [{ encoding, twice, samples: changed.map(read) }] : [];
  });
  const [best] = options.sort((one, other) => other.samples.length - one.samples.length);
  if (!best?.twice) return null;
  const read = repairer(best.twice);
  const samples = words.filter((word) => read(word) !== word).slice(0, MAX_SAMPLES);
  return [
    { ...best, samples: samples.map(read) },
    { encoding, samples },
  ];
}

function legacyReadings(words: readonly string[]): ReadingOption[] | null {
  const western = bytesIn('windows-1252');
  const bytes = words.map((word) => Uint8Array.from([...word], (sign) => western.get(sign) ?? sign.charCodeAt(0)));
  const options = [...codepages, 'utf-8' as const].map((encoding) => {
    const decoder = new TextDecoder(encoding);
    const read = bytes.map((word) => decoder.decode(word, { stream: encoding !== 'utf-8' }));
    return { encoding, read, strange: read.filter((word) => !isPlausible(word, encoding)).length };
  });
  // Where the whole file could be Hungarian or Turkish, the letters that are rare in the west are likelier theirs.
  const isRival = options.some(({ encoding, strange }) => strange === 0 && /125[04]$/.test(encoding));
  const isOdd = (word: string) => (isRival && /[õûðþý]/i.test(word)) || !isPlausible(word, 'windows-1252');
  const doubtful = words.flatMap((word, index) => {
    const fits = options.some(({ encoding, read }) => read[index] !== word && isPlausible(read[index] ?? '', encoding));
    return isOdd(word) && (fits || /[\u0080-\u009f]/.test(word)) ? [index] : [];
  });
  if (doubtful.length === 0) return null;
  return options
    .sort((one, other) => one.strange - other.strange)
    .map(({ encoding, read }) => ({
      encoding,
      samples: doubtful.slice(0, MAX_SAMPLES).flatMap((index) => read[index] ?? []),
    }));
}
