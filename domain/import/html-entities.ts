// Entities of HTML in cells, as some tools export them.

/** The names of U+00A0 to U+00FF, in their order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Further characters, each before its name. */
const OTHERS = `&amp <lt >gt "quot 'apos \u2013ndash \u2014mdash \u2018lsquo \u2019rsquo \u201asbquo \u201cldquo \u201drdquo \u201ebdquo \u2039lsaquo \u203arsaquo \u2026hellip \u2022bull €euro ™trade ŒOElig œoelig ŸYuml ƒfnof ‰permil †dagger ‡Dagger ĄAogon ąaogon ĆCacute ćcacute ČCcaron čccaron ĎDcaron ďdcaron ĐDstrok đdstrok ĘEogon ęeogon ĚEcaron ěecaron ĞGbreve ğgbreve İIdot ıimath ŁLstrok łlstrok ŃNacute ńnacute ŇNcaron ňncaron ŐOdblac őodblac ŘRcaron řrcaron ŚSacute śsacute ŞScedil şscedil ŠScaron šscaron ŤTcaron ťtcaron ŮUring ůuring ŰUdblac űudblac ŹZacute źzacute ŻZdot żzdot ŽZcaron žzcaron ĂAbreve ăabreve ĀAmacr āamacr`;

const named = new Map([
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...OTHERS.split(' ').map((entry) => [entry.slice(1), entry.charAt(0)] as const),
]);

/** Decodes each entity of a text once, so that `&amp;lt;` is `&lt;`. Those without a semicolon, such as `AT&T`, are text. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return named.get(name) ?? entity;
    return decodeNumber(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

/** The numbers 128 to 159 stand for characters of Windows-1252, as in browsers; decoded as a stream, as in `csv/encoding.ts`. */
function decodeNumber(code: number): string {
  if (code >= 0x80 && code < 0xa0) return new TextDecoder('windows-1252').decode(Uint8Array.of(code), { stream: true });
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}
