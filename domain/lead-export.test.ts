import { expect, test } from 'vitest';
import {
  type ExportedLead,
  exportFileName,
  exportHeadWith,
  exportLine,
  rejectedHead,
  rejectedLine,
} from './lead-export.ts';

const emptyLead: ExportedLead = {
  name: '',
  email: null,
  title: null,
  company: null,
  location: null,
  linkedin_profile_url: null,
  phone: null,
  audience: null,
};

test('the file begins with the byte-order mark and the columns of the specification (S3.24, S9.21)', () => {
  expect(exportHeadWith([])).toBe(
    '\ufeff"Name","Email","Title","Company","Location","LinkedIn URL","Phone","Audience"\r\n',
  );
});

test('a lead is one line in the order of the columns', () => {
  const ada: ExportedLead = {
    name: 'Ada Kowalewicz',
    email: 'ada@acme.example',
    title: 'Head of "Growth"',
    company: 'Acme, Inc.',
    location: 'Łódź\nPoland',
    linkedin_profile_url: 'https://linkedin.com/in/ada',
    phone: '0612345678',
    audience: null,
  };
  expect(exportLine(ada)).toBe(
    '"Ada Kowalewicz","ada@acme.example","Head of ""Growth""","Acme, Inc.","Łódź\nPoland","https://linkedin.com/in/ada","0612345678",""\r\n',
  );
});

test('no cell runs as a formula, also where a semicolon begins a cell', () => {
  expect(exportLine({ ...emptyLead, name: '=1+1', title: 'too far;=1+1', phone: '+49 30' })).toBe(
    `"'=1+1","","too far;'=1+1","","","","+49 30",""\r\n`,
  );
});

test('the file is named for its customer and its day (S9.19, S9.20)', () => {
  const day = new Date(2026, 0, 9);
  expect(exportFileName('Acme, Inc.', day)).toBe('Approved leads - Acme, Inc. - 2026-01-09.csv');
  expect(exportFileName('A/B: "C"', day)).toBe('Approved leads - A-B- -C- - 2026-01-09.csv');
  expect(exportFileName('A\u202ecme\t\u0007', day)).toBe('Approved leads - Acme - 2026-01-09.csv');
  expect(exportFileName(null, day)).toBe('Approved leads - all customers - 2026-01-09.csv');
});

test('rejected leads have the columns of approved ones, reason and note', () => {
  expect(rejectedHead).toBe(exportHeadWith([]).replace('\r\n', ',"Reason","Note"\r\n'));
  const [line] = exportLine(emptyLead).split('\r\n');
  expect(rejectedLine(emptyLead, 'Too small', '=1+1, "x"')).toBe(`${line},"Too small","'=1+1, ""x"""\r\n`);
  expect(rejectedLine(emptyLead, null, null)).toBe(`${line},"",""\r\n`);
  expect(exportFileName(null, new Date(2026, 0, 9), 'Rejected leads')).toBe(
    'Rejected leads - all customers - 2026-01-09.csv',
  );
});
