import { describe, expect, it } from 'vitest';
import { canReport, dateOf, orderOf, type ResultTarget, reportReader, resultKindOf, resultMapping } from './results.ts';

describe('resultMapping', () => {
  it.each<[string, ResultTarget | 'ignore']>([
    ['Email', 'email'],
    ['Work Email', 'email'],
    ['LinkedIn URL', 'linkedin'],
    ['profileUrl', 'linkedin'],
    ['Contacted', 'contacted'],
    ['First message sent at', 'contacted'],
    ['Replied', 'replied'],
    ['Reply date', 'replied'],
    ['Bounced', 'bounced'],
    ['Unsubscribed', 'unsubscribed'],
    ['Opted out', 'unsubscribed'],
    ['Lead Status', 'status'],
    ['Status changed at', 'status_at'],
    ['Company', 'ignore'],
    ['Open count', 'ignore'],
  ])('a column %s is %s', (header, target) => {
    expect(resultMapping([header]).columns).toEqual({ [header]: target });
  });

  it('gives a key and the status to the first column only, and keeps what was saved', () => {
    const headers = ['Email', 'Email 2', 'Status', 'Email status', 'Replied', 'Reply time'];
    expect(Object.values(resultMapping(headers).columns)).toEqual([
      'email',
      'ignore',
      'status',
      'ignore',
      'replied',
      'replied',
    ]);
    const saved = {
      columns: { 'Email 2': 'email', Replied: 'ignore' },
      values: { hot: 'replied' },
      isDayFirst: true,
    } as const;
    const mapping = resultMapping(headers, saved);
    expect(Object.values(mapping.columns)).toEqual(['ignore', 'email', 'status', 'ignore', 'ignore', 'replied']);
    expect([mapping.isDayFirst, resultKindOf(mapping, 'Hot'), resultKindOf(mapping, 'Cold')]).toEqual([
      true,
      'replied',
      'ignore',
    ]);
  });
});

it.each([
  ['Contacted', 'contacted'],
  ['EMAIL_SENT', 'contacted'],
  ['In progress', 'contacted'],
  ['No reply', 'contacted'],
  ['Replied', 'replied'],
  ['Not interested', 'replied'],
  ['Meeting booked', 'replied'],
  ['Bounced', 'bounced'],
  ['Unsubscribed', 'unsubscribed'],
  ['Pending', 'ignore'],
  ['Not contacted', 'ignore'],
  ['Something', 'ignore'],
])('the status %s is %s', (value, kind) => {
  expect(resultKindOf(resultMapping([]), value)).toBe(kind);
});

it.each([
  ['2026-11-12', false, '2026-11-12T00:00:00.000Z'],
  ['2026-11-12T09:30:00Z', false, '2026-11-12T09:30:00.000Z'],
  ['2026-11-12 09:30:15.123 +02:00', false, '2026-11-12T07:30:15.000Z'],
  ['2026-11-12T09:30:00-0500', false, '2026-11-12T14:30:00.000Z'],
  ['2026/11/12', false, '2026-11-12T00:00:00.000Z'],
  ['03/04/2026', false, '2026-03-04T00:00:00.000Z'],
  ['03/04/2026', true, '2026-04-03T00:00:00.000Z'],
  ['3.4.26, 5:07 PM', true, '2026-04-03T17:07:00.000Z'],
  ['12/11/2026 12:00 AM', false, '2026-12-11T00:00:00.000Z'],
  ['Nov 12, 2026', false, '2026-11-12T00:00:00.000Z'],
  ['12 November 2026 10:30', false, '2026-11-12T10:30:00.000Z'],
  ['12-Nov-2026', false, '2026-11-12T00:00:00.000Z'],
  ['Thu, 12 Nov 2026 09:30:00 GMT', false, '2026-11-12T09:30:00.000Z'],
  ['13/13/2026', false, null],
  ['2026-02-30', false, null],
  ['0026-02-03', false, null],
  ['2026-11-12 25:00', false, null],
  ['30 Feb 2026', false, null],
  ['Feb 30, 2026 10:00', false, null],
  ['Tue, 31-Nov-2026', false, null],
  ['Nov 2026', false, '2026-11-01T00:00:00.000Z'],
  ['3 replies in 2026', false, null],
  ['true', false, null],
  ['', false, null],
])('%s is a date, day first %s: %s', (text, isDayFirst, expected) => {
  expect(dateOf(text, isDayFirst)).toBe(expected);
});

it.each([
  ['13/04/2026', 'day'],
  ['04/13/2026', 'month'],
  ['03/04/26 10:00', 'either'],
  ['2026-03-04', null],
  ['yes', null],
])('the order of %s is %s', (text, order) => {
  expect(orderOf(text)).toBe(order);
});

it('a mapping can report with a key and a result', () => {
  expect(canReport(resultMapping(['Email']))).toEqual({ hasKey: true, hasResult: false });
  expect(canReport(resultMapping(['Status']))).toEqual({ hasKey: false, hasResult: true });
});

describe('reportReader', () => {
  const headers = ['Email', 'LinkedIn URL', 'Contacted', 'Replied', 'Reply date', 'Bounced', 'Unsubscribed'];
  const read = reportReader(headers, resultMapping(headers));
  const none = { email: null, linkedin: null };
  it.each([
    [
      ['ada@x.test', '', '2026-11-12', '', '', '', ''],
      { ...none, email: 'ada@x.test', results: { contacted: '2026-11-12T00:00:00.000Z' } },
    ],
    [
      ['', 'linkedin.com/in/ada', 'TRUE', 'yes', '2026-11-14', 'false', '0'],
      { ...none, linkedin: 'linkedin.com/in/ada', results: { contacted: null, replied: '2026-11-14T00:00:00.000Z' } },
    ],
    [['', '', '', '2', '', 'n/a', 'not_yet'], { ...none, results: { contacted: null, replied: null } }],
    [
      ['', '', '', '2026-11-15', '2026-11-14', '', ''],
      { ...none, results: { contacted: null, replied: '2026-11-14T00:00:00.000Z' } },
    ],
    [['', '', '', 'No', '', '1', ''], { ...none, results: { bounced: null } }],
    [['', '', '', '', '', '', 'true'], { ...none, results: { contacted: null, unsubscribed: null } }],
    [['=1', "'+49"], { ...none, email: '=1', linkedin: '+49', results: {} }],
    [['', '', '', 'soon', '', '', ''], { ...none, results: { contacted: null, replied: null } }],
    [['ada@x.test', '', '31/31/2026', '2026-02-30', '', '', ''], { invalidDate: '31/31/2026' }],
    [['ada@x.test', '', '2026-11-12', '30 Feb 2026 10:00', '', '', ''], { invalidDate: '30 Feb 2026 10:00' }],
  ])('reads %j', (cells, expected) => {
    expect(read(cells)).toEqual(expected);
  });

  it('reads one status column with its date', () => {
    const columns = ['Email', 'Status', 'Status date'];
    const row = reportReader(columns, resultMapping(columns));
    const results = (...cells: string[]) => {
      const read = row(['', ...cells]);
      return 'results' in read ? read.results : read;
    };
    expect(results('Contacted', '2026-11-12')).toEqual({ contacted: '2026-11-12T00:00:00.000Z' });
    expect(results('Replied', '')).toEqual({ contacted: null, replied: null });
    expect(results('Pending', '2026-11-12')).toEqual({});
    expect(results('', '2026-11-12')).toEqual({});
    expect(results('Contacted', 'last week')).toEqual({ contacted: null });
    expect(results('Contacted', '2026-11-31')).toEqual({ invalidDate: '2026-11-31' });
    expect(results('Pending', '2026-11-31')).toEqual({});
  });
});
