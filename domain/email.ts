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
/** A text without control characters and characters without width. `private.visible_text` is the same rule in SQL. */
export const visibleText = (text: string): string => (/[^ -~]/.test(text) ? text.replace(INVISIBLE, '') : text);
const SCHEME = /^["'“„(<[]*(?:mailto|smtp|(?:e-?)?mail) ?: ?\/*/i;
/** The address of `Ada Lovelace <ada@x.com>`. The name may contain an `@` or a comma, but not both. */
const BRACKETED = /^(?:[^<>@]*|[^<>,;|]*)<([^<>]*@[^<>]*)>.*$/;
const BRACKETED_OTHERS = /[^<>@,;|]*<([^<>]*)>/g;
/** Letters of any alphabet and digits, which are all that the labels of a domain consist of besides hyphens. */
const LABEL = '[^\\s!-,./:-@[-^`{-~“”„‘’‚«»‹›…•·]+';
const ADDRESS = `[^\\s@"“”„«»‹›<>()[\\]:;,\\\\]+@(?:${LABEL}\\.)+${LABEL}`;
const LEAD_EMAIL = new RegExp(`^(?!.*[|])${ADDRESS}$`);
const DECORATED = new RegExp(
  `^["'\`“”„‘’‚«»‹›()[\\]{}<>:;/\\\\•·]*(${ADDRESS})(?:[!-,./:;>\\]}\`“”’»›…]+|[/\\\\].*)?$`,
);
/** Signs and emoji are no letters. */
const HAS_LETTER = /[^ !-/:-@[-`{-~•·–—\u2190-\u2bff\u{1f000}-\u{1faff}]/u;

/**
 * The address in what an email program, a spreadsheet or a web page writes: `mailto:ada@x.com?subject=…`, `Ada <ada@x.com>`, `"ada@x.com"`,
 * `ada@x.com;`, with invisible characters. The first of several addresses. Other texts lose white space at their ends and invisible characters only:
 * words around an address are not guessed at. `private.clean_email` is the same rule in SQL.
 */
export function cleanEmail(text: string): string {
  if (PLAIN.test(text) || text.length > MAX_DECORATED) return text;
  const visible = visibleText(text).replace(/\s+/g, ' ').trim();
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

/** Whether an email can be that of a lead: an address of any alphabet, with a domain of two or more labels. */
export function isLeadEmail(text: string): boolean {
  return LEAD_EMAIL.test(text);
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Local parts, without `._-` and final digits, by which vendors, CRMs and templates write that an email is not known. */
const UNKNOWN = words(
  `emailnotunlocked notunlocked emailnotavailable emailnotfound emailnotprovided emailnotknown notavailable notfound notprovided notknown notgiven
  notdisclosed notapplicable emaillocked emailhidden emailunavailable emailmissing noemail nomail noemailaddress noemailavailable noemailfound
  noemailprovided noemailgiven noemailyet novalidemail unknown unknownemail undefined unavailable placeholder placeholderemail dummyemail fakeemail
  yourname youremail yourmail username firstname lastname fullname firstnamelastname firstlast namesurname vorname nachname vornamenachname
  prenomnom nombreapellido nombreapellidos nomecognome nomesobrenome nomeapelido voornaamachternaam emailprotected keineemail keinemail ohneemail
  pasdemail sinemail sincorreo geenemail nessunaemail sememail`,
);
/** Local parts that mean the same at one of the domains below only: `null@nullmedia.com` is an address. */
const NO_NAMES = words(
  `no none null nil nan na test testing tester testuser testemail testmail email mail name user you abc asdf asdfasdf asdfgh qwerty xxx xxxx foo
  example sample demo nobody noone someone anyone your dummy fake invalid deleted private hidden anonymous guest missing empty blank temp todo tbd tba
  xyz qwe nope keine sin`,
);
const NO_COMPANIES = words(
  `no none null nil nan na test testing testmail nomail noemail domain company website yourdomain yourcompany yourwebsite mydomain mycompany example
  sample demo dummy fake invalid nowhere nobody undefined unknown abc asdf asdfasdf asdfgh qwerty xyz xxx xxxx bar placeholder deleted private hidden
  anonymous guest missing empty blank temp todo tbd tba qwe nope email correo`,
);
/** A vendor hides a part of the address: `j***@acme.com`. */
const HIDDEN = /[*•●]{2}|\.{3}|…/;
const OTHER_PLACEHOLDERS = [
  /^(?:email|mail|test|name|user|no|none|null|your)@e?mail\.com$/,
  /^(?:info|contact|hello|admin|office|sales|support)@example\.(?:com|org|net)$/,
  /^(?:a@a|aa@aa|aaa@aaa|a@b|aa@bb|x@x|xx@xx)\.com$/,
];

/** Whether an email stands for one that is not known, such as `email_not_unlocked@domain.com` and `test@test.com`. `private.is_placeholder_email` is the same rule in SQL. */
export function isPlaceholderEmail(email: string): boolean {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const name = local.replace(/[._-]/g, '').replace(/\d+$/, '');
  const [, company = ''] = /^([^.]+)\.(?:com|org|net|info|invalid|(?:com?\.)?[a-z]{2})$/.exec(domain) ?? [];
  return (
    HIDDEN.test(local) ||
    UNKNOWN.has(name) ||
    (NO_NAMES.has(name) && NO_COMPANIES.has(company.replaceAll('-', ''))) ||
    OTHER_PLACEHOLDERS.some((placeholder) => placeholder.test(`${name}@${domain}`))
  );
}
