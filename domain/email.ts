import { textLengths } from './limits.ts';

/** The HTML standard's pattern for `input type=email`, which GoTrue checks too. `private.is_email` is the same rule in SQL. */
const PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Whether an account can have this email address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= textLengths.email && PATTERN.test(text);
}

/** The form of most addresses, which have nothing to clean. */
const PLAIN = /^[A-Za-z0-9._+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+$/;
const MAX_DECORATED = 1000;
/** Control characters, soft hyphens and characters without width, which come with text that was copied from a page. */
const INVISIBLE =
  /(?!\s)\p{Cc}|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|[\ufe00-\ufe0f]/gu;
const SCHEME = /^["'“„(<[]*(?:mailto|smtp|(?:e-?)?mail) ?: ?\/*/i;
/** The address of `Ada Lovelace <ada@x.com>`. The name may contain an `@` or a comma, but not both. */
const BRACKETED = /^(?:[^<>@]*|[^<>,;|]*)<([^<>]*@[^<>]*)>.*$/;
const BRACKETED_OTHERS = /[^<>@,;|]*<([^<>]*)>/g;
/** Letters of any alphabet and digits, which are all that the labels of a domain consist of besides hyphens. */
const LABEL = '[^ !-,./:-@[-^`{-~“”„‘’‚«»‹›…•·]+';
const DECORATED = new RegExp(
  `^["'\`“”„‘’‚«»‹›()[\\]{}<>:;/\\\\•·]*([^ @"“”„«»‹›<>()[\\]:;,\\\\]+@(?:${LABEL}\\.)+${LABEL})(?:[!-,./:;>\\]}\`“”’»›…]+|[/\\\\].*)?$`,
);
const HAS_LETTER = /[^ !-/:-@[-`{-~•·–—]/;

/**
 * The address in what an email program, a spreadsheet or a web page writes: `mailto:ada@x.com?subject=…`, `Ada <ada@x.com>`, `"ada@x.com"`,
 * `ada@x.com;`, with invisible characters. The first of several addresses. Other texts lose white space at their ends and invisible characters only:
 * words around an address are not guessed at. `private.clean_email` is the same rule in SQL.
 */
export function cleanEmail(text: string): string {
  if (PLAIN.test(text) || text.length > MAX_DECORATED) return text;
  const visible = text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  const addresses = visible
    .replace(/[＠﹫]/g, '@')
    .replace(/%20/g, ' ')
    .replace(/^([^@]*)%40/, '$1@')
    .replace(BRACKETED, '$1')
    .replace(BRACKETED_OTHERS, ' $1')
    .trim()
    .replace(SCHEME, '')
    .replace(/(@[^ ?#(]*) ?[?#(].*$/, '$1');
  const parts = addresses.split(/[ ,;|]+/).filter((part) => HAS_LETTER.test(part));
  return (parts.every((part) => part.includes('@')) && DECORATED.exec(parts[0] ?? '')?.[1]) || visible;
}
