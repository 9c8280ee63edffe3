// Reads the files of hand-offs as programs do that import CSV files, with their defaults.
import { parse } from 'csv-parse/sync';
import papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import { newStep, type StepContent } from '../campaign/steps.ts';
import { planFile } from './plan.ts';
import { composeRow, headLine, rowLine } from './rows.ts';
import { customTool, tools } from './tools.ts';

const own = customTool('own', {
  name: 'Own',
  columns: [
    { header: 'E-mail', field: 'email' },
    { header: 'Profile; of the | lead', field: 'linkedin_profile_url' },
  ],
  braces: ['{{', '}}'],
  emailText: 'plain',
  rowsPerFile: null,
});

/** Readers by name, package and version: what each makes of the text of a file. */
const readers: Record<string, (file: string) => unknown[][]> = {
  // It takes the empty line after the last line end for a row, and for a sign that rows differ in length.
  'Papa Parse 5.7.1': (file) => papa.parse<string[]>(file).data.slice(0, -1),
  'csv-parse 7.0.3': (file) => parse(file),
  'SheetJS 0.18.5': (file) => {
    const { Sheets, SheetNames } = read(file, { type: 'string' });
    return utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '', raw: false });
  },
};

/** A text that a program which guesses the separator may take apart. */
const texts = {
  bars: 'A | B | C | D',
  semicolons: 'One; two; three; four',
  tabs: 'A\tB\tC\tD',
  'line breaks': 'Hi {{first_name}},\n\none\r\ntwo\n',
  commas: 'One, two, three',
  quotes: `He said "hi", and it's 'ours'`,
  'an apostrophe in each line': "It's\nthat's\nlet's",
  everything: 'A|B;C\tD,E\n"F";|\'G\'|\n=1+1',
};

describe.each(Object.entries(readers))('%s', (_, readFile) => {
  test.each(
    Object.entries(texts).flatMap(([what, text]) =>
      [1, 8, 9, ...(what === 'everything' ? [500] : [])].map((count) => [what, count, text] as const),
    ),
  )('the reader gets every cell of a file with %s for %i leads', (_what, count, text) => {
    const steps: StepContent[] = [
      { ...newStep, message_content: text },
      { ...newStep, step_type: 'email', subject: text, message_content: text },
    ];
    for (const tool of [...tools, own]) {
      const plan = planFile(tool, steps, [{ key: 'note', label: 'Note', isInternal: false }], { has: () => true });
      const rows = Array.from({ length: count }, (_, at) => {
        const values = { email: `a${at}@x.test`, first_name: `Ada ${at}`, last_name: "O'Neil", note: `${text} ${at}` };
        const row = composeRow(plan, steps, { ...values, linkedin_profile_url: `linkedin.com/in/a${at}` });
        return 'cells' in row ? row.cells : expect.fail(row.detail);
      });
      const file = headLine(plan.columns) + rows.map((cells) => rowLine(cells)).join('');
      expect(readFile(file)).toEqual([plan.columns.map(({ header }) => header), ...rows]);
    }
  });
});
