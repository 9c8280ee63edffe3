// Reads dates as the files of sending tools write them.

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A line for each month, in English, German, French, Spanish, Dutch, Italian and Portuguese. Other abbreviations are beginnings of these names. */
const MONTHS = [
  'january januar jänner janvier enero januari gennaio janeiro',
  'february februar feber février febrero februari febbraio fevereiro',
  'march märz mrz mars marzo maart mrt março',
  'april avril abril aprile',
  'may mai mayo mei maggio maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august août agosto augustus',
  'september septembre septiembre setiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember décembre diciembre dicembre dezembro',
].map((names) => fold(names).split(' '));

const WEEKDAYS = fold(
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag ' +
    'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo ' +
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag lunedì martedì mercoledì giovedì venerdì sabato domenica ' +
    'segunda terça quarta quinta sexta',
).split(' ');

/** Hours from UTC. Names that several zones share, such as IST, are not read. */
const ZONES = new Map(
  'Z 0,UTC 0,GMT 0,WET 0,WEST 1,BST 1,CET 1,MEZ 1,CEST 2,MESZ 2,EET 2,EEST 3,MSK 3,JST 9,AEST 10,AEDT 11,EST -5,EDT -4,CST -6,CDT -5,MST -7,MDT -6,PST -8,PDT -7'
    .split(',')
    .map((zone) => zone.split(' '))
    .map(([name = '', hours]) => [name, Number(hours)]),
);

/** Days on which the calendar or counter of a program begins or ends, and which it writes for 'never'. */
const NEVER = new Set(
  '0001-01-01 1601-01-01 1753-01-01 1899-12-29 1899-12-30 1899-12-31 1900-01-00 1900-01-01 1901-12-13 1904-01-01 1969-12-31 1970-01-01 1980-01-01 2000-01-01 9999-12-31'.split(
    ' ',
  ),
);

const FIRST_YEAR = 1990;
const DAY_MS = 86_400_000;
/** A date after tomorrow is no result: it is planned, or has day and month in another order. */
const isFuture = (moment: Date) => moment.getTime() > Date.now() + 2 * DAY_MS;
/** Days of a spreadsheet, which counts from 1899-12-30, until 1970, 2000 and 2100. */
const SERIALS = { unixEpoch: 25_569, first: 36_526, last: 73_050 };
const MAX_LENGTH = 80;

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(.*)$/;
/** `20261112`. */
const COMPACT = /^(20\d\d)(0[1-9]|1[0-2])([0-3]\d)()$/;
const YEAR_LAST = /^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4}|\d{2})(?!\d)(.*)$/;
/** `12 Nov 2026`, `12. Dezember 2025`, `22-Nov-26`, `1º de março de 2026`. */
const DAY_MONTH =
  /^(\d{1,2})(?:st|nd|rd|th|er|e|º|ª|°)?[ ./-]{0,2}(?:of |de )?(\p{L}{3,})[ .,/-]{0,2}(?:del? )?(\d{4}|\d{2})(?!\d)(.*)$/iu;
/** `Nov 12, 2026`. */
const MONTH_DAY = /^(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)(.*)$/iu;
/** `2026-Nov-12`. */
const YEAR_MONTH = /^(\d{4})[ -](\p{L}{3,})\.?[ -](\d{1,2})(?!\d)(.*)$/u;
const WEEKDAY = /^(\p{L}{2,})(?:-feira)?\.?,? /u;
const TIME =
  /^(?:T|,? (?:(?:at|um|à|a las|alle|alle ore|om|às|-|–) )?)(\d{1,2})(?:[:.h](\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?( ?[ap]\.?m\.?| ?Uhr| ?h)?(?: ?([a-z]{1,4}))?(?: ?([+\-−])(\d{1,2})(?::?(\d\d))?)?(?: ?[([][^()[\]]*[)\]])?$/i;

/** A date without a time as `YYYY-MM-DD`, one with a time as an ISO instant in UTC; 'never' for a date that stands for none; 'unread' for one that does not exist, is to come, or has more to it. */
export type DateReading = string | 'never' | 'unread';

/**
 * Reads a date with the year first or last, the name of a month, or as a number: the days of a spreadsheet, or the seconds or milliseconds since
 * 1970. Null for a text that does not begin with a date. A time without a zone is in UTC.
 */
export function readDate(text: string, isDayFirst: boolean): DateReading | null {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return null;
  const cell = /[^ -~]| {2}/.test(text) ? text.normalize('NFC').replace(/\s+/g, ' ').trim() : text.trim();
  if (/-0001\b/.test(cell)) return 'never'; // PHP's form of 0000-00-00
  const parts = dateParts(cell, isDayFirst) ?? dateParts(withoutWeekday(cell), isDayFirst);
  if (!parts) return readNumber(cell);
  const [year, month, day, rest] = parts;
  const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (NEVER.has(date) || year === 0 || (year === 2000 && month === 0 && day === 0)) return 'never';
  const moment = new Date(Date.UTC(year, month - 1, day));
  const isReal = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  const minutes = minutesAfterMidnight(rest);
  if (!isReal || year < FIRST_YEAR || minutes === undefined || isFuture(moment)) return 'unread';
  return minutes === null ? date : new Date(moment.getTime() + minutes * 60_000).toISOString();
}

type DateParts = [year: number, month: number, day: number, rest: string];

function dateParts(cell: string, isDayFirst: boolean): DateParts | null {
  const inOrder = YEAR_FIRST.exec(cell) ?? COMPACT.exec(cell);
  if (inOrder) return [Number(inOrder[1]), Number(inOrder[2]), Number(inOrder[3]), inOrder[4] ?? ''];
  const [numeric, one, two, last = '', after = ''] = YEAR_LAST.exec(cell) ?? [];
  if (numeric) return [fullYear(last), Number(isDayFirst ? two : one), Number(isDayFirst ? one : two), after];
  const [, day, dayMonth, year = '', afterYear] = DAY_MONTH.exec(cell) ?? [];
  const [, monthDay, ofMonth, yearAfter = '', afterDay] = MONTH_DAY.exec(cell) ?? [];
  const [, yearBefore = '', yearMonth, lastDay, afterAll] = YEAR_MONTH.exec(cell) ?? [];
  const month = monthNumber(dayMonth ?? monthDay ?? yearMonth ?? '');
  if (month === 0) return null;
  return [
    fullYear(year || yearAfter || yearBefore),
    month,
    Number(day ?? ofMonth ?? lastDay),
    afterYear ?? afterDay ?? afterAll ?? '',
  ];
}

/** Two digits from 70 on are of the last century, as in POSIX. */
const fullYear = (digits: string) => (digits.length > 2 ? 0 : Number(digits) < 70 ? 2000 : 1900) + Number(digits);

/** 0 for a word that is no month, or begins several. */
function monthNumber(word: string): number {
  if (word.length < 3) return 0;
  const begins = MONTHS.map((names) => names.some((name) => name.startsWith(fold(word))));
  return begins.filter(Boolean).length === 1 ? begins.indexOf(true) + 1 : 0;
}

function withoutWeekday(cell: string): string {
  const [prefix = '', word = ''] = WEEKDAY.exec(cell) ?? [];
  return WEEKDAYS.some((name) => prefix && name.startsWith(fold(word))) ? cell.slice(prefix.length) : cell;
}

/** Minutes from midnight in UTC to a time of day, with its zone; null without a time, undefined for another text. */
function minutesAfterMidnight(text: string): number | null | undefined {
  if (/^[.,]?$/.test(text)) return null;
  const [isTime, hour, minute, second = 0, suffix = '', zone, sign, zoneHours = 0, zoneMinutes = 0] =
    TIME.exec(text) ?? [];
  if (!isTime || (minute === undefined && !suffix)) return undefined;
  const half = suffix.trim()[0]?.toLowerCase();
  const isHalf = half === 'a' || half === 'p';
  const hours = isHalf ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour);
  const offset = zone === undefined ? 0 : ZONES.get(zone.toUpperCase());
  const own = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '+' ? 1 : -1);
  const isZone =
    offset !== undefined && (!sign || offset === 0) && Math.abs(own) <= 14 * 60 && Number(zoneMinutes) < 60;
  if (hours > 23 || Number(minute ?? 0) > 59 || Number(second) > 59 || !isZone) return undefined;
  return hours * 60 + Number(minute ?? 0) + Number(second) / 60 - offset * 60 - own;
}

function readNumber(cell: string): DateReading | null {
  if (/^\d[.,]?\d*E\+\d+$/i.test(cell)) return 'unread'; // a spreadsheet has rounded it
  if (!/^\d{5,13}(?:[.,]\d+)?$/.test(cell)) return null;
  const value = Number(cell.replace(',', '.'));
  if (value === SERIALS.unixEpoch) return 'never';
  if (value >= SERIALS.first && value < SERIALS.last) {
    const moment = new Date(Math.round((value - SERIALS.unixEpoch) * (DAY_MS / 1000)) * 1000);
    return isFuture(moment) ? 'unread' : moment.toISOString().slice(0, Number.isInteger(value) ? 10 : undefined);
  }
  const moment = new Date(value < 1e11 ? value * 1000 : value);
  const year = moment.getUTCFullYear();
  if (year <= 2000 || year >= 2100 || value < 1e9) return null;
  return isFuture(moment) ? 'unread' : moment.toISOString();
}

/** Words between a status and its date. */
const BEFORE_DATE = /(?:\s+(?:on|at|since|am|um|seit|le|depuis|el|op|il|em|dated))?[\s,;:(@–—-]*$/i;

/** The status and the date of `Replied on 2026-11-12` and `Replied (12 Nov 2026)`; null for another text. */
export function datedStatus(text: string): { status: string; date: string } | null {
  if (!/\d/.test(text) || text.length > MAX_LENGTH || !/\p{L}.*\d/u.test(text)) return null;
  for (const { index } of text.matchAll(/(?<=[\s(:,;-])(?=[\p{L}\d])/gu)) {
    const [before, date] = [text.slice(0, index).replace(BEFORE_DATE, ''), text.slice(index).replace(/[)\].]+$/, '')];
    if (/\p{L}/u.test(before) && !/^\d+[.,]?\d*$/.test(date) && readDate(date, false) !== null)
      return { status: before, date };
  }
  return null;
}

/** How a date with the year last is written: 'day' or 'month' first, 'either' if both are possible; null for another text. */
export function readDateOrder(text: string): 'day' | 'month' | 'either' | null {
  const [, one, two] = YEAR_LAST.exec(text.trim()) ?? [];
  if (!one) return null;
  return Number(one) > 12 ? 'day' : Number(two) > 12 ? 'month' : 'either';
}
