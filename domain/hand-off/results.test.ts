import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canReport, type ReportedRow, reportReader, resultMapping, valueMeaning, withAnswer } from './results.ts';

beforeAll(() => void vi.setSystemTime('2026-12-15'));
afterAll(() => void vi.useRealTimers());

describe('resultMapping', () => {
  it('the mapping gives a key to the first column only, and a status to several', () => {
    const headers = ['Email', 'Email 2', 'Status', 'Interest status', 'Replied', 'Reply time', 'Company'];
    expect(Object.values(resultMapping(headers).columns)).toEqual([
      'email',
      'ignore',
      'status',
      'status',
      'replied',
      'replied',
      'ignore',
    ]);
  });

  it('the mapping keeps the saved columns and answers, except for all other values of a column', () => {
    const mapping = resultMapping(['Email', 'Email 2', 'Status', 'Replied'], {
      columns: { 'Email 2': 'email', Replied: 'ignore' },
      answers: { Status: { hot: 'replied', '': 'ignore' }, Gone: { hot: 'bounced' } },
      isDayFirst: true,
    });
    expect(mapping).toEqual({
      tool: '',
      columns: { Email: 'ignore', 'Email 2': 'email', Status: 'status', Replied: 'ignore' },
      answers: { Status: { hot: 'replied' } },
      isDayFirst: true,
    });
    expect([valueMeaning(mapping, 'Status', ' HOT '), valueMeaning(mapping, 'Status', 'Cold')]).toEqual([
      'replied',
      undefined,
    ]);
  });

  it('the mapping guesses again what a saved one without answers ignores, and keeps its answers for the status', () => {
    const saved = {
      columns: { emailStatus: 'status', status: 'ignore', Mail: 'email', Extra: 'replied' },
      values: { hot: 'replied' },
    } as const;
    const mapping = resultMapping(['Mail', 'emailStatus', 'status', 'Extra'], saved, 'lemlist');
    expect(mapping.columns).toEqual({ Mail: 'email', emailStatus: 'ignore', status: 'status', Extra: 'replied' });
    expect(mapping.answers).toEqual({ status: { hot: 'replied' } });
  });

  it('the mapping takes a column of addresses or verifications for no result, and one without dates for no date', () => {
    const headers = ['Unsubscribe', 'Email status', 'Last activity', 'Replied'];
    const no = { holdsResults: false, holdsDates: false };
    const natures = [no, no, { holdsResults: true, holdsDates: false }, { holdsResults: true, holdsDates: true }];
    expect(Object.values(resultMapping(headers, {}, '', natures).columns)).toEqual([
      'ignore',
      'ignore',
      'ignore',
      'replied',
    ]);
  });

  it('the mapping takes a column of known statuses with a removal request for a status', () => {
    const natures = [{ holdsResults: true, holdsDates: false, holdsRemovals: true }];
    expect(resultMapping(['Event'], {}, '', natures).columns).toEqual({ Event: 'status' });
    expect(resultMapping(['Event'], { columns: { Event: 'ignore' }, answers: {} }, '', natures).columns).toEqual({
      Event: 'ignore',
    });
  });

  it('the mapping reads headers and values that are names of object properties', () => {
    const headers = ['constructor', 'Status'];
    const mapping = resultMapping(headers, { columns: {}, answers: { Status: {} } });
    expect(mapping.columns.constructor).toBe('ignore');
    expect(valueMeaning(mapping, 'Status', 'constructor')).toBeUndefined();
  });
});

it('a mapping can report with a key and a result', () => {
  expect(canReport(resultMapping(['Email']))).toEqual({ hasKey: true, hasResult: false });
  expect(canReport(resultMapping(['Status']))).toEqual({ hasKey: false, hasResult: true });
});

/** Reads a row with these columns of the tool's file. */
function read(headers: string, cells: string, tool = ''): ReportedRow {
  const columns = headers.split(' | ');
  return reportReader(columns, resultMapping(columns, {}, tool))(cells.split(' | '));
}

describe('reportReader', () => {
  const headers = 'Email | LinkedIn URL | Contacted | Replied | Reply date | Bounced | Unsubscribed';
  const none = { email: null, linkedin: null };
  const asked = (header: string, value: string) => ({ unread: [{ header, value, problem: 'asked' }] });
  const date = (header: string, value: string) => ({ unread: [{ header, value, problem: 'date' }] });
  it.each([
    ['ada@x.test |  | 2026-11-12', { ...none, email: 'ada@x.test', results: { contacted: '2026-11-12' } }],
    [
      ' | linkedin.com/in/ada | TRUE | yes | 2026-11-14 | false | 0',
      { ...none, linkedin: 'linkedin.com/in/ada', results: { contacted: null, replied: '2026-11-14' } },
    ],
    [' |  |  | 2 |  | n/a | not_yet', { ...none, results: { contacted: null, replied: null } }],
    [
      ' |  |  | 2026-11-15 | 2026-11-14 10:00',
      { ...none, results: { contacted: null, replied: '2026-11-14T10:00:00.000Z' } },
    ],
    [
      ' |  |  | 2026-11-14 | 2026-11-14 10:00',
      { ...none, results: { contacted: null, replied: '2026-11-14T10:00:00.000Z' } },
    ],
    [' |  |  | No |  | 1 | ', { ...none, results: { bounced: null } }],
    [' |  |  |  |  |  | true', { ...none, results: { contacted: null, unsubscribed: null } }],
    [' |  | WAHR | FALSCH |  | FAUX | nein', { ...none, results: { contacted: null } }],
    [' |  | t | f | \\N | NaN | {}', { ...none, results: { contacted: null } }],
    [
      ' |  |  | 0001-01-01T00:00:00 | 1970-01-01 | 0000-00-00 | 2026-11-21',
      { ...none, results: { contacted: null, unsubscribed: '2026-11-21' } },
    ],
    [' |  |  | Out of office |  | hard bounce | Subscribed', { ...none, results: { contacted: null, bounced: null } }],
    ["=1 | '+49", { email: '=1', linkedin: '+49', results: {} }],
    [' |  |  | soon', { ...none, results: {}, ...asked('Replied', 'soon') }],
    [' |  |  | x', { ...none, results: {}, ...asked('Replied', 'x') }],
    [
      ' |  | yes |  |  |  | https://mail.example/u/1',
      { ...none, results: { contacted: null }, ...asked('Unsubscribed', 'https://mail.example/u/1') },
    ],
    [' |  | Yes, 2026-11-12 | No', { ...none, results: { contacted: '2026-11-12' } }],
    [' |  | 31/31/2026 |  |  | yes', { ...none, results: { bounced: null }, ...date('Contacted', '31/31/2026') }],
    [
      ' |  |  |  |  |  | 2026-02-30',
      { ...none, results: { contacted: null, unsubscribed: null }, ...date('Unsubscribed', '2026-02-30') },
    ],
  ])('the cells %s of a report are read', (cells, expected) => {
    expect(read(headers, cells)).toEqual(expected);
  });

  it.each([
    ['Contacted | 2026-11-12', { contacted: '2026-11-12' }],
    ['Replied | ', { contacted: null, replied: null }],
    ['Replied | n/a', { contacted: null, replied: null }],
    ['Replied | 0001-01-01', { contacted: null, replied: null }],
    ['Pending | 2026-11-12', {}],
    [' | 2026-11-12', {}],
    ['Pending | 2026-11-31', {}],
    ['Contacted | 2026-11-31', {}],
    ['Contacted | last week', {}],
    ['Unsubscribed | last week', { contacted: null, unsubscribed: null }],
    ['Active | 2026-11-12', {}],
    ['Opted out: no | 2026-11-12', {}],
    ['Replied on 2026-11-14 | 2026-11-16', { contacted: null, replied: '2026-11-14' }],
    ['Replied on 2026-11-14 | ', { contacted: null, replied: '2026-11-14' }],
    ['Unsubscribed (14 Nov 2026 10:00) | ', { contacted: null, unsubscribed: '2026-11-14T10:00:00.000Z' }],
    ['Meeting booked 2126-11-14 | ', { contacted: null, replied: null }],
    ['Replied on 0000-00-00 | ', {}],
    ['Contacted | 2126-11-12', {}],
    ['Unsubscribed | 2126-11-12', { contacted: null, unsubscribed: null }],
  ])('a status and its date are read from the cells %s', (cells, results) => {
    expect(read('Status | Status date', cells).results).toEqual(results);
  });

  it('a report names the date of a status that is not read, where it has one', () => {
    expect(read('Status | Status date', 'Contacted | last week').unread).toEqual([
      { header: 'Status date', value: 'last week', problem: 'date' },
    ]);
    expect(read('Status | Status date', 'Pending | last week').unread).toBeUndefined();
  });

  it('a report counts two status columns, each with the date after it', () => {
    expect(
      read(
        'Lead Status | Status date | Interest Status | Interest status date',
        'Completed | 2026-11-12 | Meeting Booked | 2026-11-14',
      ).results,
    ).toEqual({ contacted: '2026-11-12', replied: '2026-11-14' });
    expect(read('Status date | Status | Reply status', '2026-11-12 | Contacted | Interested').results).toEqual({
      contacted: '2026-11-12',
      replied: null,
    });
  });

  it('a report reads values as somebody has answered, and all others as the answer for them', () => {
    const columns = ['Status', 'Replied'];
    let mapping = resultMapping(columns);
    const row = () => reportReader(columns, mapping)(['ACTIVE', 'x']);
    expect(row().unread).toHaveLength(2);
    mapping = withAnswer(withAnswer(mapping, 'Status', 'Active', 'contacted'), 'Replied', '', 'ignore');
    expect(row()).toEqual({ email: null, linkedin: null, results: { contacted: null } });
    mapping = withAnswer(mapping, 'Replied', 'X', 'replied');
    expect(row().results).toEqual({ contacted: null, replied: null });
  });

  it('a report shortens a value that is not read', () => {
    expect(read('Replied', 'a '.repeat(5_000)).unread?.[0]?.value).toHaveLength(100);
  });
});

it.each<[headers: string, rows: [cells: string, results: object][]]>([
  [
    'Email | Kontaktiert | Contacted | Replied | Bounced | Unsubscribed',
    [
      ['a | WAHR | WAHR | FALSCH | FALSCH | FALSCH', { contacted: null }],
      ['a | WAHR | WAHR | WAHR | FALSCH | FALSCH', { contacted: null, replied: null }],
      ['a | WAHR | WAHR | FALSCH | FALSCH | WAHR', { contacted: null, unsubscribed: null }],
    ],
  ],
  [
    'Email | Contacted | Replied | Unsubscribe link',
    [
      ['a | 2026-11-20 |  | https://mail.example/u/1', { contacted: '2026-11-20' }],
      ['a | 2026-11-20 | 2026-11-21 | https://mail.example/u/2', { contacted: '2026-11-20', replied: '2026-11-21' }],
    ],
  ],
  [
    'Email | Lead Status | Interest Status',
    [
      ['a | Completed | Meeting Booked', { contacted: null, replied: null }],
      ['a | Completed | Do Not Contact', { contacted: null, unsubscribed: null }],
      ['a | Completed | ', { contacted: null }],
    ],
  ],
  [
    'Email | Contacted | Replied at | Bounced at | Unsubscribed at',
    [
      [
        'a | 2026-11-20T08:00:00 | 0001-01-01T00:00:00 | 0001-01-01T00:00:00 | 0001-01-01T00:00:00',
        { contacted: '2026-11-20T08:00:00.000Z' },
      ],
      [
        'a | 2026-11-20 08:00:00 | 0000-00-00 00:00:00 | 0000-00-00 00:00:00 | 2026-11-21 10:00:00',
        { contacted: '2026-11-20T08:00:00.000Z', unsubscribed: '2026-11-21T10:00:00.000Z' },
      ],
      ['a | 2026-11-20T08:00:00Z | 1970-01-01T00:00:00Z |  | ', { contacted: '2026-11-20T08:00:00.000Z' }],
    ],
  ],
])('a file of the columns %s is read', (headers, rows) => {
  expect(rows.map(([cells]) => read(headers, cells).results)).toEqual(rows.map(([, results]) => results));
});

describe('the exports of tools', () => {
  const smartlead =
    'id | campaign_lead_map_id | status | category | is_interested | created_at | first_name | last_name | email | phone_number | company_name | website | location | custom_fields | linkedin_profile | company_url | is_unsubscribed | unsubscribed_client_id_map | last_email_sequence_sent | open_count | click_count | reply_count';
  const smartleadRow = (
    status: string,
    category: string,
    isUnsubscribed: string,
    map: string,
    sent: string,
    replies: string,
  ) =>
    `1 | 2 | ${status} | ${category} | false | 2026-11-20T08:00:00Z | Ada | Lovelace | ada@x.test |  |  |  |  | {"Status":"Replied"} | -- |  | ${isUnsubscribed} | ${map} | ${sent} | 0 | 0 | ${replies}`;
  const waalaxy =
    'linkedinUrl | proEmail | profileStatus | state | messageSent | messageReplied | connectionRequestDate | lastReplyDetected | lastReplyDetectedDate';
  it.each([
    ['Smartlead', smartlead, smartleadRow('STARTED', '', 'false', '{}', '0', '0'), {}],
    ['Smartlead', smartlead, smartleadRow('INPROGRESS', 'Interested', 'false', '{}', '1', '0'), { contacted: null }],
    [
      'Smartlead',
      smartlead,
      smartleadRow('COMPLETED', 'Interested', 'false', '{}', '3', '1'),
      { contacted: null, replied: null },
    ],
    [
      'Smartlead',
      smartlead,
      smartleadRow('COMPLETED', 'Do Not Contact', 'false', '{}', '3', '0'),
      { contacted: null, unsubscribed: null },
    ],
    [
      'Smartlead',
      smartlead,
      smartleadRow('COMPLETED', '', 'true', '{}', '3', '0'),
      { contacted: null, unsubscribed: null },
    ],
    ['Smartlead', smartlead, smartleadRow('STOPPED', '', 'false', '{"7":"2026"}', '', '0'), {}],
    ['lemlist', 'email | emailStatus | lastState | status', 'a@x.test | undeliverable | imported | review', {}],
    [
      'lemlist',
      'email | emailStatus | lastState | status',
      'a@x.test | deliverable | emailsSent | running',
      { contacted: null },
    ],
    [
      'lemlist',
      'email | emailStatus | lastState | status',
      'a@x.test | risky | warmed | interested',
      { contacted: null, replied: null },
    ],
    [
      'lemlist',
      'email | emailStatus | lastState | status',
      'a@x.test | risky | emailsSent | unsubscribed',
      { contacted: null, unsubscribed: null },
    ],
    ['Woodpecker', 'email | status', 'a@x.test | NON_RESPONSIVE', { contacted: null }],
    ['Woodpecker', 'email | status', 'a@x.test | ACTIVE', {}],
    ['Woodpecker', 'email | status', 'a@x.test | BLACKLIST', { contacted: null, unsubscribed: null }],
    ['Woodpecker', 'email | status', 'a@x.test | INVALID', {}],
    ['HeyReach', 'profileUrl | leadCampaignStatus | leadMessageStatus', 'x | InSequence | None', {}],
    ['HeyReach', 'profileUrl | leadCampaignStatus | leadMessageStatus', 'x | Finished | None', {}],
    [
      'HeyReach',
      'profileUrl | leadCampaignStatus | leadMessageStatus',
      'x | InSequence | MessageSent',
      { contacted: null },
    ],
    [
      'HeyReach',
      'profileUrl | leadCampaignStatus | leadMessageStatus',
      'x | Finished | MessageReply',
      { contacted: null, replied: null },
    ],
    ['Instantly', 'email | status | lt_interest_status | verification_status', 'a@x.test | 1 |  | 1', {}],
    [
      'Instantly',
      'email | status | lt_interest_status | verification_status',
      'a@x.test | 3 | 0 | -1',
      { contacted: null },
    ],
    [
      'Instantly',
      'email | status | lt_interest_status | verification_status',
      'a@x.test | 3 | -2 | -2',
      { contacted: null, replied: null },
    ],
    [
      'Instantly',
      'email | status | lt_interest_status | verification_status',
      'a@x.test | -2 |  | 1',
      { contacted: null, unsubscribed: null },
    ],
    ['Instantly', 'Email | Lead Status | Interest Status', 'a@x.test | -1.0 | ', { bounced: null }],
    ['La Growth Machine', 'proEmail | status', 'a@x.test | COMPLETED_WITHOUT_REPLY', { contacted: null }],
    ['Expandi', 'profile_link | conversation_status', 'x | Awaiting Reply', { contacted: null }],
    ['Instantly.ai', 'email | status', 'a@x.test | -2', { contacted: null, unsubscribed: null }],
    ['reply.io', 'email | Finish reason', 'a@x.test | 5', { contacted: null, unsubscribed: null }],
    [
      'Waalaxy',
      waalaxy,
      'x | a@x.test | connected | interested | yes | no | 2026-11-20 | Yes, tell me more | ',
      { contacted: '2026-11-20', replied: null },
    ],
    ['Waalaxy', waalaxy, 'x | a@x.test | pending |  | no | no |  |  | ', {}],
  ])('%s: of %s, %s reports %j', (tool, headers, cells, results) => {
    expect(read(headers, cells, tool).results).toEqual(results);
  });

  it.each([
    [
      'Smartlead',
      smartlead,
      smartleadRow('STOPPED', '', 'false', '{"7":"2026"}', '', '0'),
      ['STOPPED', '{"7":"2026"}'],
    ],
    ['Woodpecker', 'email | status', 'a@x.test | ACTIVE', ['ACTIVE']],
    ['Instantly', 'email | status', 'a@x.test | 1', ['1']],
  ])('%s: of %s, %s asks about %j', (tool, headers, cells, values) => {
    expect(read(headers, cells, tool).unread?.map(({ value }) => value)).toEqual(values);
  });

  it('a field of the leads is no result where all columns of the tool are known, unless it is a removal request', () => {
    const columns = (tool: string) =>
      resultMapping(['email', 'emailStatus', 'status', 'Last contact', 'Do not contact'], {}, tool).columns;
    expect(columns('lemlist')).toMatchObject({ 'Last contact': 'ignore', 'Do not contact': 'unsubscribed' });
    expect(columns('Woodpecker')).toMatchObject({ 'Last contact': 'contacted', 'Do not contact': 'unsubscribed' });
    expect(
      resultMapping(['email', 'status', 'category', 'Replied at', 'Bounced'], {}, 'Smartlead').columns,
    ).toMatchObject({
      'Replied at': 'replied',
      Bounced: 'bounced',
    });
  });
});
