import { expect, test } from 'vitest';
import type { Outcome } from './batches.ts';
import { type BulkAction, judge, judgeUnstarted, type Verdict } from './result-message.ts';

const LEAD = { one: 'lead', many: 'leads' };
const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);
const outcome = (done: number, failed: number, untried: number, reason: string | null = null): Outcome => ({
  done,
  gone: 0,
  failed: ids(failed),
  untried: ids(untried),
  reason,
});

const cases: [BulkAction, Outcome, Verdict][] = [
  ['approve', outcome(1, 0, 0), { kind: 'success', title: '1 lead approved' }],
  ['delete', outcome(1200, 0, 0), { kind: 'success', title: '1,200 leads deleted' }],
  ['assign', outcome(2, 0, 0), { kind: 'success', title: '2 leads assigned' }],
  [
    'approve',
    { ...outcome(10, 0, 0), gone: 2 },
    { kind: 'success', title: '10 leads approved', description: '2 no longer there.' },
  ],
  [
    'delete',
    { ...outcome(0, 0, 0), gone: 3 },
    { kind: 'partial', title: '0 leads deleted', description: '3 no longer there.' },
  ],
  [
    'undo',
    { ...outcome(7, 0, 0), gone: 1_200 },
    { kind: 'success', title: '7 leads set back', description: '1,200 changed meanwhile and left alone.' },
  ],
  [
    'undo',
    { ...outcome(7, 2, 0, 'Offline.'), gone: 1 },
    {
      kind: 'partial',
      title: 'Partial undo completed',
      description: '7 leads set back, 1 changed meanwhile and left alone, 2 failed: Offline.',
    },
  ],
  ['undo', outcome(0, 2, 0), { kind: 'failure', title: 'Failed to undo', description: '0 leads set back, 2 failed.' }],
  [
    'approve',
    outcome(200, 50, 0, 'Timed out.'),
    { kind: 'partial', title: 'Partial approval completed', description: '200 leads approved, 50 failed: Timed out.' },
  ],
  [
    'delete',
    outcome(200, 0, 1000),
    { kind: 'partial', title: 'Partial deletion completed', description: '200 leads deleted, 1,000 not tried.' },
  ],
  [
    'assign',
    outcome(100, 100, 50, 'Offline.'),
    {
      kind: 'partial',
      title: 'Partial Success',
      description: '100 leads assigned, 100 failed, 50 not tried: Offline.',
    },
  ],
  [
    'approve',
    outcome(0, 3, 0, 'Offline.'),
    { kind: 'failure', title: 'Failed to approve leads', description: '0 leads approved, 3 failed: Offline.' },
  ],
  [
    'delete',
    outcome(0, 3, 0),
    { kind: 'failure', title: 'Failed to delete leads', description: '0 leads deleted, 3 failed.' },
  ],
  [
    'assign',
    outcome(0, 1, 0),
    {
      kind: 'failure',
      title: 'Failed to assign audience. Please try again.',
      description: '0 leads assigned, 1 failed.',
    },
  ],
];

test.each(cases)('%s that came to %j says %j', (action, result, verdict) => {
  expect(judge(action, LEAD, result)).toEqual(verdict);
});

test('a deletion whose rows could not even be named says why', () => {
  expect(judgeUnstarted('delete', LEAD, 'Offline.')).toEqual({
    kind: 'failure',
    title: 'Failed to delete leads',
    description: 'Offline.',
  });
});
