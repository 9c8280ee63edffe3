import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast, isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CUSTOMER, fakeTable, requestedIds } from '#tests/component/review-table.ts';
import { LeadsPage } from '@/features/leads/leads-page.tsx';

const REASONS = [
  { id: 'role', subject: 'leads', name: 'Wrong role', position: 1, retired_at: null },
  { id: 'far', subject: 'companies', name: 'Too far', position: 1, retired_at: null },
  { id: 'old', subject: 'leads', name: 'Too old', position: 2, retired_at: '2026-01-01T00:00:00Z' },
  { id: 'large', subject: 'leads', name: 'Too large', position: 3, retired_at: null },
];

describe('the reasons after a rejection', () => {
  let table: ReturnType<typeof fakeTable>;
  beforeEach(() => {
    signIn({ customerIds: [CUSTOMER] });
    table = fakeTable('leads', 3);
    answer('GET', '/rest/v1/rejection_reasons', () => REASONS);
    answer('PATCH', '/rest/v1/leads', (request) => {
      const [id] = requestedIds(request);
      const row = table.rows.find((one) => one.id === id);
      if (!('rejection_reason_id' in (request.body as object)) && !('rejection_note' in (request.body as object)))
        return table.patch(request);
      if (row?.is_approved !== false) return [];
      Object.assign(row, request.body);
      return [{ id }];
    });
  });
  const open = async () => {
    const { user } = renderPage(<LeadsPage />, { path: '/leads' });
    await screen.findByRole('button', { name: 'Row 003' });
    return user;
  };
  const currentRow = () => document.querySelector<HTMLElement>('tr[aria-current]') as HTMLElement;
  const bar = (name: string) => screen.findByRole('region', { name: `Why reject ${name}?` });
  const stored = (index: number) => table.rows[index] as unknown as Record<string, unknown>;
  const changes = () =>
    requestsTo('PATCH', '/rest/v1/leads')
      .map(({ body }) => body as object)
      .filter((body) => !('is_approved' in body));

  it('the reasons are offered without retired ones and those of companies, and a key gives one to the row rejected last', async () => {
    const user = await open();
    await user.keyboard('jr');
    const offered = within(await bar('Row 001')).getAllByRole('button', { pressed: false });
    expect(offered.map(({ textContent }) => textContent)).toEqual(['1Wrong role', '2Too large']);
    await user.keyboard('2');
    await waitFor(() => expect(stored(0)).toMatchObject({ is_approved: false, rejection_reason_id: 'large' }));
    expect(within(await bar('Row 001')).getByRole('button', { pressed: true }).textContent).toBe('2Too large');
    const [first] = requestsTo('PATCH', '/rest/v1/leads').filter(({ body }) => !('is_approved' in (body as object)));
    expect(first?.query.get('is_approved')).toBe('is.false');
    expect(first?.query.get('customer_id')).toBe(`eq.${CUSTOMER}`);
  });

  it('the reasons are saved after the rejection, however quick the keys are', async () => {
    const released = Promise.withResolvers<void>();
    const patch = table.patch;
    answer('PATCH', '/rest/v1/leads', async (request) => {
      if (!('is_approved' in (request.body as object))) return [{ id: 'id-001' }];
      await released.promise;
      return patch(request);
    });
    const user = await open();
    await user.keyboard('jr');
    await bar('Row 001');
    await user.keyboard('1');
    expect(changes()).toEqual([]);
    released.resolve();
    await waitFor(() => expect(changes()).toEqual([{ rejection_reason_id: 'role' }]));
  });

  it('the reasons are loaded before the first rejection, so that a note typed at once decides no further row', async () => {
    const user = await open();
    await waitFor(() => expect(requestsTo('GET', '/rest/v1/rejection_reasons')).toHaveLength(1));
    await user.keyboard('jrnArrives in May{Enter}');
    await waitFor(() => expect(stored(0)).toMatchObject({ rejection_note: 'Arrives in May' }));
    expect(table.rows.map(({ is_approved }) => is_approved)).toEqual([false, null, null]);
  });

  it('the reasons apply until the next decision, and not to keys typed into a field', async () => {
    const user = await open();
    await user.keyboard('jr');
    await bar('Row 001');
    await user.keyboard('/');
    await user.keyboard('1');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('1');
    await user.clear(screen.getByRole('searchbox'));
    await user.click(screen.getByRole('button', { name: 'Row 002' }));
    answer('GET', '/rest/v1/leads', () => null);
    await user.keyboard('a');
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Why reject/ })).toBeNull());
    await user.keyboard('1');
    expect(changes()).toEqual([]);
  });

  it('a rejection takes a note, which Enter saves', async () => {
    const user = await open();
    await user.keyboard('jr');
    await user.click(within(await bar('Row 001')).getByRole('button', { name: 'Add note' }));
    await user.keyboard('Left in May 1{Enter}');
    await waitFor(() => expect(changes()).toEqual([{ rejection_note: 'Left in May 1' }]));
    within(await bar('Row 001')).getByRole('button', { name: 'Edit note' });
    expect(isFocused(currentRow())).toBe(true);
  });

  it('the key N opens the note, and is text in a field', async () => {
    const user = await open();
    await user.keyboard('n');
    expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
    await user.keyboard('jr');
    await bar('Row 001');
    await user.keyboard('/n');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('n');
    await user.clear(screen.getByRole('searchbox'));
    act(() => currentRow().focus());
    await user.keyboard('n');
    const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    expect([note.value, isFocused(note)]).toEqual(['', true]);
    await user.keyboard('No notes now 1{Enter}');
    await waitFor(() => expect(changes()).toEqual([{ rejection_note: 'No notes now 1' }]));
    expect(isFocused(currentRow())).toBe(true);
  });

  it('a reason is chosen once by a key that is held down', async () => {
    const user = await open();
    await user.keyboard('jr');
    await bar('Row 001');
    for (const repeat of [false, true, true, true]) fireEvent.keyDown(currentRow(), { key: '1', repeat });
    await user.keyboard('2');
    await waitFor(() => expect(stored(0)).toMatchObject({ rejection_reason_id: 'large' }));
    expect(changes()).toEqual([{ rejection_reason_id: 'role' }, { rejection_reason_id: 'large' }]);
  });

  it('a note that is being written is only discarded after a question when a row is decided or the rejection undone', async () => {
    const user = await open();
    await user.keyboard('jr');
    await bar('Row 001');
    await user.keyboard('nLeft in May');
    const reject = () => within(screen.getByRole('group', { name: 'Approval of Row 003' })).getByLabelText('Reject');
    for (const button of [reject(), screen.getByRole('button', { name: 'Undo' })]) {
      await user.click(button);
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(document.body.style.pointerEvents).not.toBe('none'));
    }
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Left in May');
    expect(table.rows.map(({ is_approved }) => is_approved)).toEqual([false, null, null]);
    await user.click(reject());
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await bar('Row 003');
    await waitFor(() => expect(table.rows.map(({ is_approved }) => is_approved)).toEqual([false, null, false]));
    expect(changes()).toEqual([]);
  });

  it('a note that is being written is only discarded after a question when a phone opens a row over it', async () => {
    const media = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
    const matchMedia = vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
    try {
      const user = await open();
      await user.click(within(screen.getByRole('group', { name: 'Approval of Row 001' })).getByLabelText('Reject'));
      await user.click(within(await bar('Row 001')).getByRole('button', { name: 'Add note' }));
      await user.keyboard('Left in May');
      await user.click(screen.getByRole('button', { name: 'Row 001' }));
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Left in May');
    } finally {
      matchMedia.mockRestore();
    }
  });

  it('the focus goes to the current row when the reasons are dismissed', async () => {
    const user = await open();
    await user.keyboard('jr');
    await user.click(within(await bar('Row 001')).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: /^Why reject/ })).toBeNull();
    expect(isFocused(currentRow())).toBe(true);
  });

  it('the reasons disappear after six seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const user = await open();
      await user.keyboard('jr');
      await bar('Row 001');
      await vi.advanceTimersByTimeAsync(5000);
      await bar('Row 001');
      await vi.advanceTimersByTimeAsync(1500);
      await waitFor(() => expect(screen.queryByRole('region', { name: /^Why reject/ })).toBeNull());
    } finally {
      vi.useRealTimers();
    }
  });

  it('the reasons disappear six seconds after a note was saved by key', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const user = await open();
      await user.keyboard('jr');
      const note = within(await bar('Row 001')).getByRole('button', { name: 'Add note' });
      act(() => note.focus());
      await user.keyboard('{Enter}');
      await user.keyboard('Left in May{Enter}');
      within(await bar('Row 001')).getByRole('button', { name: 'Edit note' });
      await vi.advanceTimersByTimeAsync(6500);
      await waitFor(() => expect(screen.queryByRole('region', { name: /^Why reject/ })).toBeNull());
    } finally {
      vi.useRealTimers();
    }
  });

  it('a reason that cannot be saved is reported', async () => {
    const patch = table.patch;
    answer('PATCH', '/rest/v1/leads', (request) =>
      'is_approved' in (request.body as object) ? patch(request) : failWith(500, 'out of order')(),
    );
    const user = await open();
    await user.keyboard('jr');
    await bar('Row 001');
    await user.keyboard('1');
    await findToast('Couldn’t save the reason');
    screen.getByText('out of order');
  });
});
