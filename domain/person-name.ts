// Names of people as files hold them: 'Last, First', titles, degrees, capitals and symbols.

/** Words of degrees, generations and legal forms behind a comma. */
const SUFFIXES = new Set(
  'ph d phd md m dphil phil sc bsc msc a b ba ma bed med eng beng meng ll llb llm mba emba esq dr prof dipl ing mag jr sr ii iii iv inc llc ltd gmbh ag corp co'.split(
    ' ',
  ),
);
const TITLE =
  /^(?:(?:dr|prof|professor|mr|mrs|ms|mx|sir|herr|frau|mme|mlle|madame|monsieur|sra|srta|dott|drs)\.?|(?:\p{L}{2,}\.-?)+(?:\p{L}{2,}\.)?)$/iu;
const DEGREE = /^(?:ph\.?d|mba|emba|msc|bsc|m\.sc|b\.sc|mphil|dphil|llm|llb|beng|meng|bcom|cpa|cfa|pmp|md|jd)\.?$/i;
/** Words that are no first name: those of unknown people, of shared mailboxes and of headers. */
const NO_FIRST_NAMES = new Set(
  'linkedin,linkedin member,member,unknown,none,null,undefined,nan,n/a,true,false,test,tester,demo,example,info,sales,team,contact,contacts,hello,admin,office,support,first name,firstname,vorname,prénom,voornaam'.split(
    ',',
  ),
);
const NO_LAST_NAMES = new Set(
  'linkedin,member,unknown,undefined,nan,n/a,last name,lastname,nachname,achternaam,cognome,apellidos'.split(','),
);
/** Small capitals, as styled letters that no normalization reads. */
const SMALL_CAPITALS = /[\u1d00-\u1d7f]/;
const INITIALS = /^(?:[\p{Lu}\p{Ll}][.\s]+)+[\p{Lu}\p{Ll}]\.?$/u;
const NAME = /^\p{L}[\p{L}\p{M}'’. -]*$/u;

const isCapitals = (text: string) => text === text.toUpperCase() && text !== text.toLowerCase();

export type TurnedName = { name: string; firstName: string; lastName: string };

/** Reads 'Last, First', also with titles and degrees; null for any other name, such as 'Pia Gamma, MBA'. */
export function turnedName(text: string): TurnedName | null {
  if (!text.includes(',')) return null;
  const isSuffix = (part: string) => {
    const words = part.toLowerCase().match(/\p{L}+/gu) ?? [];
    const isListed = words.every((word) => SUFFIXES.has(word)) && words.join('').length !== 1;
    return isListed || (/^\p{Lu}{2,6}$/u.test(part) && !isCapitals(text));
  };
  const [lastName = '', ...parts] = text.split(',').map((part) => part.trim());
  const [first = '', ...more] = parts.filter((part) => !isSuffix(part));
  if (more.length > 0 || !NAME.test(lastName) || !NAME.test(first)) return null;
  const firstName = first
    .split(/\s+/)
    .filter((word) => !TITLE.test(word))
    .join(' ');
  if (firstName === '') return null;
  const suffixes = parts.filter((part) => part !== first && part !== '');
  return { name: [`${first} ${lastName}`, ...suffixes].join(', '), firstName, lastName };
}

/** Whether a greeting with this name would look wrong: symbols, digits, quotes, a comma, a title, a degree, initials, styled letters, all capitals, no name. */
export function isOddName(value: string, part: 'first_name' | 'last_name'): boolean {
  const text = value.trim();
  const letters = text.replace(/\P{L}/gu, '');
  if (letters === '' || /[^\p{L}\p{M}\s'’ʼ`´.·‐‑–\p{Cf}-]/u.test(text)) return true;
  if (letters.normalize('NFKC') !== letters.normalize('NFC') || SMALL_CAPITALS.test(letters)) return true;
  const words = text.split(/\s+/);
  if (words.some((word) => DEGREE.test(word)) || /^['’‘`´].*['’`´]$/.test(text)) return true;
  if ((part === 'first_name' ? NO_FIRST_NAMES : NO_LAST_NAMES).has(text.toLowerCase())) return true;
  const isNoGreeting = TITLE.test(words[0] ?? '') || INITIALS.test(text) || /\p{L}{2}\.\p{L}/u.test(text);
  if (part === 'first_name' && isNoGreeting) return true;
  const count = [...letters].length;
  return (isCapitals(letters) && count > 2) || (count === 1 && letters.toUpperCase() !== letters.toLowerCase());
}
