import { expect, test } from 'vitest';
import type { Toast } from '@/lib/toast.ts';
import { notStartedMessage, resultMessage } from './result-message.ts';
import type { BulkAction } from './texts.ts';
import type { BulkResult } from './use-bulk-run.ts';

const LEAD = { one: 'lead', many: 'leads' };
const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);
const bulkResult = (done: number, failed: number, untried: number, reason: string | null = null): BulkResult => ({
  done,
  skipped: 0,
  failed: ids(failed),
  untried: ids(untried),
  reason,
});

const cases: [BulkAction, BulkResult, Toast][] = [
  ['approve', bulkResult(1, 0, 0), { tone: 'success', title: '1 lead approved' }],
  ['delete', bulkResult(1200, 0, 0), { tone: 'success', title: '1,200 leads deleted' }],
  ['assign', bulkResult(2, 0, 0), { tone: 'success', title: '2 leads assigned' }],
  [
    'approve',
    { ...bulkResult(10, 0, 0), skipped: 2 },
    { tone: 'success', title: '10 leads approved', description: '2 changed or deleted in the meantime.' },
  ],
  [
    'delete',
    { ...bulkResult(0, 0, 0), skipped: 3 },
    { tone: 'neutral', title: '0 leads deleted', description: '3 no longer there.' },
  ],
  [
    'undo',
    { ...bulkResult(7, 0, 0), skipped: 1_200 },
    { tone: 'success', title: '7 leads restored', description: '1,200 not restored because they’ve changed since.' },
  ],
  [
    'undo',
    { ...bulkResult(7, 2, 0, 'Offline.'), skipped: 1 },
    {
      tone: 'neutral',
      title: 'Partial undo completed',
      description: '7 leads restored, 1 not restored because they’ve changed since, 2 failed: Offline.',
    },
  ],
  [
    'undo',
    bulkResult(0, 2, 0),
    { tone: 'danger', title: 'Failed to undo', description: '0 leads restored, 2 failed.' },
  ],
  [
    'approve',
    bulkResult(200, 50, 0, 'Timed out.'),
    { tone: 'neutral', title: 'Partial approval completed', description: '200 leads approved, 50 failed: Timed out.' },
  ],
  [
    'delete',
    bulkResult(200, 0, 1000),
    { tone: 'neutral', title: 'Partial deletion completed', description: '200 leads deleted, 1,000 not tried.' },
  ],
  [
    'assign',
    bulkResult(100, 100, 50, 'Offline.'),
    {
      tone: 'neutral',
      title: 'Partial Success',
      description: '100 leads assigned, 100 failed, 50 not tried: Offline.',
    },
  ],
  [
    'approve',
    bulkResult(0, 3, 0, 'Offline.'),
    { tone: 'danger', title: 'Failed to approve leads', description: '0 leads approved, 3 failed: Offline.' },
  ],
  [
    'delete',
    bulkResult(0, 3, 0),
    { tone: 'danger', title: 'Failed to delete leads', description: '0 leads deleted, 3 failed.' },
  ],
  [
    'assign',
    bulkResult(0, 1, 0),
    {
      tone: 'danger',
      title: 'Failed to assign audience. Please try again.',
      description: '0 leads assigned, 1 failed.',
    },
  ],
];

test.each(cases)('%s with result %j shows %j', (action, result, message) => {
  expect(resultMessage(action, LEAD, result)).toEqual(message);
});

test('a deletion whose rows cannot be read shows the reason', () => {
  expect(notStartedMessage('delete', LEAD, 'Offline.')).toEqual({
    tone: 'danger',
    title: 'Failed to delete leads',
    description: 'Offline.',
  });
});
