// Names of people as files hold them: 'Last, First', titles, degrees, capitals and symbols.

/** Words of degrees, generations and legal forms behind a comma. */
const SUFFIXES = new Set(
  'ph d phd md m dphil phil sc bsc msc a b ba ma bed med eng beng meng ll llb llm mba emba esq dr prof dipl ing mag jr sr ii iii iv inc llc ltd gmbh ag corp co'.split(
    ' ',
  ),
);
const TITLE =
  /^(?:(?:dr|prof|professor|mr|mrs|ms|mx|herr|frau|mme|mlle|madame|monsieur|sra|srta|dott|drs)\.?|\p{L}{2,}\.)$/iu;
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
  const words = first.split(/\s+/);
  const firstName = words.slice(words.findIndex((word) => !TITLE.test(word))).join(' ');
  const suffixes = parts.filter((part) => part !== first && part !== '');
  return { name: [`${first} ${lastName}`, ...suffixes].join(', '), firstName, lastName };
}

/** Whether a greeting with this name would look wrong: symbols, digits, a comma, a title, one letter, styled letters, all capitals. */
export function isOddName(value: string, part: 'first_name' | 'last_name'): boolean {
  const text = value.trim();
  const letters = text.replace(/\P{L}/gu, '');
  if (letters === '' || /[^\p{L}\p{M}\s'’ʼ`´.·‐‑–\p{Cf}-]/u.test(text)) return true;
  if (letters.normalize('NFKC') !== letters.normalize('NFC')) return true;
  if (part === 'first_name' && TITLE.test(text.split(/\s/)[0] ?? '')) return true;
  const count = [...letters].length;
  return (isCapitals(letters) && count > 2) || (count === 1 && letters.toUpperCase() !== letters.toLowerCase());
}
