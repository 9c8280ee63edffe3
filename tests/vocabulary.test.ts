// Finds words of the 'not' columns of STYLE.md in file names and in every line of code, comments, test titles and docs.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

/** Each pattern matches whole words, after `camelCase`, `snake_case` and `kebab-case` have been split into words. */
const rules: [pattern: string, instead: string][] = [
  ['told|tells?|telling', 'return, show, log or report'],
  ['refus(?:e|es|ed|ing|als?)', 'reject, throw, deny or return an error'],
  ['letters?|mailbox(?:es)?', 'email'],
  [
    'persons?|people|somebody|nobody|anybody|everybody|someone|whoever',
    'user, administrator, member, caller or account',
  ],
  ['rooms?|house', 'module, package, layer or space'],
  ['doors?', 'endpoint or entry point'],
  ['story|stories', 'end-to-end test or test case'],
  ['chores?', 'CLI command or script'],
  ['wish(?:es|ed)?|sent along', 'preference or header'],
  ['tally|tallies|tallied', 'count or counter'],
  ['portions?', 'chunk, batch or request'],
  ['laps(?:e|es|ed|ing)', 'expire'],
  ['verdicts?|(?:what )?came of (?:it|them)', 'result or outcome'],
  ['kept|remember(?:s|ed|ing)?', 'stored, cached or preserved'],
  ['claimed|claiming', 'locked'],
  ['joining', 'accepting an invitation or linking accounts'],
  ['proofs?|proven?|proves', 'verification or verified'],
  ['(?:take|takes|taken|took|taking) back', 'undo or revert'],
  ['asks|asked|asking', 'request, query or send'],
  ['in charge', 'a plain sentence of purpose, or no comment'],
  ['cop(?:y|ies) of the server', 'instance'],
  ['anew', 'again'],
  ['stands? on', 'import, use or depend on'],
];

/** Text in which a word of the list is the usual term. It is removed before the search. */
const allowed: { text: RegExp; reason: string; files?: RegExp }[] = [
  { text: /ECONNREFUSED|connection[ _]refused/gi, reason: 'the operating system’s error' },
  { text: /\b(?:upper|lower|capital|small|accented)[- ]?(?:case )?letters?\b/gi, reason: 'letters of the alphabet' },
  {
    text: /\bletters?(?:,| and| or) (?:digits|numbers|marks|spaces|hyphens)\b|\b(?:one|two|three)(?: or (?:two|three))? letters?\b/gi,
    reason: 'letters of the alphabet',
  },
  { text: /\basks? (?:the user )?for\b/gi, reason: 'a screen asks for confirmation, a password or a code' },
  { text: /\bTell the customer\b/g, reason: 'the label of a button' },
  { text: /\bletter-spacing\b/g, reason: 'a CSS property' },
  { text: /\bsomeone else\b/g, reason: 'another person, who may have no account' },
  { text: /\ba letter replaces\b/g, reason: 'letters of the alphabet' },
  {
    text: /expecting letter,|'letter(?: or|,) digit/g,
    reason: 'PostgREST’s messages',
    files: /^server\/rest\/request\//,
  },
  { text: /`nobody`|'nobody'/g, reason: 'the operating system’s user', files: /^server\/database\/embedded\// },
  { text: /\b[Pp]erson - |\(\?:person\|organization\) - /g, reason: 'a prefix of Pipedrive’s headers' },
  {
    text: /\bkept in an error state\b|\basks confirmation\b/g,
    reason: 'the specification’s words',
    files: /^docs\/spec-coverage\.md$/,
  },
  {
    text: /Person Linkedin Url|Head of People|someone\.else/g,
    reason: 'generated test data',
    files: /^bench\/make-leads\.mjs$/,
  },
  { text: /.*/g, files: /^domain\/import\/synonyms\.ts$/, reason: 'headers that import files have' },
];

const searchedFiles = /\.(?:ts|tsx|cjs|mjs|css|html|md|sql|json|yaml|yml|toml|service|conf)$|Dockerfile$/;

const skippedFiles: [RegExp, reason: string][] = [
  [
    /(?:^|\/)(?:node_modules|dist|fixtures|test-results|playwright-report)\/|^\.|^package-lock\.json$/,
    'not written here',
  ],
  [/^supabase\/migrations\/|^server\/database\/setup\/auth-schema[\w-]*\.sql$/, 'never edited once applied'],
  [/^domain\/database\.types\.ts$/, 'generated'],
  [/^docs\/specification\.md$|^LICENSE$/, 'not ours to word'],
  [/^STYLE\.md$|^tests\/vocabulary\.test\.ts$/, 'list the words'],
];

function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (skippedFiles.some(([pattern]) => pattern.test(entry.isDirectory() ? `${file}/` : file))) return [];
    if (entry.isDirectory()) return listFiles(file);
    return entry.isFile() && searchedFiles.test(file) ? [file] : [];
  });
}

const patterns = rules.map(([pattern, instead]) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'), instead }));

/** The words of the list in a line, each with what to write instead. */
function findWords(line: string, file: string): string[] {
  const applicable = allowed.filter(({ files }) => files === undefined || files.test(file));
  const rest = applicable.reduce((text, { text: pattern }) => text.replace(pattern, ' '), line);
  const words = rest.replace(/(?<=[a-z0-9])(?=[A-Z])|[_-]/g, ' ').toLowerCase();
  return patterns.flatMap(({ pattern, instead }) =>
    (words.match(pattern) ?? []).map((word) => `'${word}', write ${instead}`),
  );
}

test.each([
  ['const toldUser = 1;', ["'told', write return, show, log or report"]],
  ['refused_rows', ["'refused', write reject, throw, deny or return an error"]],
  ["code === 'ECONNREFUSED'", []],
  ['the history of a personal account', []],
  ['PERSON', ["'person', write user, administrator, member, caller or account"]],
])('in %j the words %j are found', (line, words) => {
  expect(findWords(line, 'server/main.ts')).toEqual(words);
});

test('names, code, comments, test titles and docs use the words of STYLE.md', () => {
  const files = listFiles('');
  expect(files).toContain('tools/spec-coverage.ts');
  const found = files.flatMap((file) => [
    ...findWords(file, file).map((word) => `${file}: file name: ${word}`),
    ...readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => findWords(line, file).map((word) => `${file}:${index + 1}: ${word}`)),
  ]);
  expect(found).toEqual([]);
});
