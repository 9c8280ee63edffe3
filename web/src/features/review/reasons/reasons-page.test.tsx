import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import { isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import type { RejectionReason } from './data.ts';
import { ReasonsPage } from './reasons-page.tsx';

const PATH = '/rest/v1/rejection_reasons';

describe('the page of rejection reasons', () => {
  let reasons: RejectionReason[];
  beforeEach(() => {
    signIn({ roles: ['admin'] });
    const of = (subject: RejectionReason['subject']) => (name: string, index: number) => ({
      id: `${subject} ${name}`,
      subject,
      name,
      position: index + 1,
      retired_at: null,
    });
    reasons = [...['Wrong role', 'Too small', 'Other'].map(of('leads')), ...['Too far', 'Other'].map(of('companies'))];
    answer('GET', PATH, () => reasons.toSorted((one, other) => one.position - other.position));
    answer('PATCH', PATH, ({ query, body }) => {
      const id = query.get('id')?.replace('eq.', '');
      reasons = reasons.map((one) => (one.id === id ? { ...one, ...(body as object) } : one));
      return { id };
    });
  });
  const open = async () => {
    const { user } = renderPage(<ReasonsPage />);
    await screen.findByText('Wrong role');
    return user;
  };
  const names = () =>
    within(screen.getByRole('list', { name: 'Rejection reasons' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const item = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);

  it('the page adds a reason at the end, and reports a name that exists', async () => {
    const user = await open();
    answer('POST', PATH, () => Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 }));
    await user.click(screen.getByRole('button', { name: 'Add reason' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add reason' }));
    await user.click(dialog.getByRole('button', { name: 'Add reason' }));
    await dialog.findByText('Enter a name.');
    await user.type(dialog.getByLabelText('Name'), 'other');
    await user.click(dialog.getByRole('button', { name: 'Add reason' }));
    await screen.findByText('A reason with this name already exists.');
    answer('POST', PATH, ({ body }) => {
      reasons.push({
        ...(body as Pick<RejectionReason, 'subject' | 'name' | 'position'>),
        id: 'new',
        retired_at: null,
      });
      return null;
    });
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), ' Duplicate ');
    await user.click(dialog.getByRole('button', { name: 'Add reason' }));
    await screen.findByText('Duplicate');
    expect(requestsTo('POST', PATH).at(-1)?.body).toEqual({ subject: 'leads', name: 'Duplicate', position: 4 });
  });

  it('the page has a list for companies, which is stored in the URL, ordered on its own, and chosen by key', async () => {
    const user = await open();
    expect(names().map((text) => text?.replace(/Rename.*/, ''))).toEqual(['1Wrong role', '2Too small', '3Other']);
    act(() => screen.getByRole('tab', { name: 'Leads', selected: true }).focus());
    await user.keyboard('{ArrowRight}');
    expect(isFocused(screen.getByRole('tab', { name: 'Companies', selected: true }))).toBe(true);
    expect(location.search).toBe('?tab=companies');
    expect(names().map((text) => text?.replace(/Rename.*/, ''))).toEqual(['1Too far', '2Other']);

    await user.click(screen.getByRole('button', { name: 'Move Other up' }));
    await waitFor(() => expect(requestsTo('PATCH', PATH)).toHaveLength(2));
    expect(requestsTo('PATCH', PATH).map(({ query, body }) => [query.get('id'), body])).toEqual([
      ['eq.companies Other', { position: 1 }],
      ['eq.companies Too far', { position: 2 }],
    ]);
    expect(names().map((text) => text?.replace(/Rename.*/, ''))).toEqual(['1Other', '2Too far']);

    answer('POST', PATH, () => null);
    await user.click(screen.getByRole('button', { name: 'Add reason' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add reason' }));
    dialog.getByText('It’s offered after a company is rejected.');
    await user.type(dialog.getByLabelText('Name'), 'Too loud{Enter}');
    await waitFor(() =>
      expect(requestsTo('POST', PATH).map(({ body }) => body)).toEqual([
        { subject: 'companies', name: 'Too loud', position: 3 },
      ]),
    );
    await user.click(screen.getByRole('tab', { name: 'Leads' }));
    expect(names().map((text) => text?.replace(/Rename.*/, ''))).toEqual(['1Wrong role', '2Too small', '3Other']);
  });

  it('the page renames, retires and restores a reason, and deletes none', async () => {
    const user = await open();
    await user.click(item('Too small').getByRole('button', { name: 'Rename' }));
    const field = within(await screen.findByRole('dialog')).getByLabelText('Name');
    await user.clear(field);
    await user.type(field, 'Too few employees{Enter}');
    await screen.findByText('Too few employees');
    await user.click(item('Too few employees').getByRole('button', { name: 'Retire' }));
    await waitFor(() => expect(names().at(-1)).toMatch(/^Too few employeesRetired/));
    expect(document.activeElement).toBe(item('Too few employees').getByRole('button', { name: 'Restore' }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(item('Too few employees').queryByText('Retired')).toBeNull());
    expect(document.activeElement).toBe(item('Too few employees').getByRole('button', { name: 'Retire' }));
    expect(screen.queryByRole('button', { name: /delete/i })).toBeNull();
  });

  it('a reason is not retired by the second click on the button that was in that place', async () => {
    await open();
    const retire = item('Too small').getByRole('button', { name: 'Retire' });
    fireEvent.click(retire, { detail: 2 });
    fireEvent.click(retire, { detail: 1 });
    await waitFor(() => expect(requestsTo('PATCH', PATH)).toHaveLength(1));
  });

  it('the page moves a reason up and down', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Move Other up' }));
    await waitFor(() => expect(reasons.map(({ id, position }) => `${position} ${id}`)).toContain('2 leads Other'));
    expect(names().map((text) => text?.replace(/Rename.*/, ''))).toEqual(['1Wrong role', '2Other', '3Too small']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Wrong role up' }).disabled).toBe(true);
  });

  it('the page saves moves one after another', async () => {
    const user = await open();
    const first = Promise.withResolvers<void>();
    answer('PATCH', PATH, async ({ query, body }) => {
      const id = query.get('id')?.replace('eq.', '');
      if (requestsTo('PATCH', PATH).length === 1) await first.promise;
      reasons = reasons.map((one) => (one.id === id ? { ...one, ...(body as object) } : one));
      return { id };
    });
    await user.click(screen.getByRole('button', { name: 'Move Wrong role down' }));
    await user.click(screen.getByRole('button', { name: 'Move Wrong role down' }));
    expect(requestsTo('PATCH', PATH)).toHaveLength(1);
    first.resolve();
    await waitFor(() => expect(requestsTo('PATCH', PATH)).toHaveLength(4));
    await waitFor(() =>
      expect(Object.fromEntries(reasons.map(({ id, position }) => [id, position]))).toEqual({
        'leads Too small': 1,
        'leads Other': 2,
        'leads Wrong role': 3,
        'companies Too far': 1,
        'companies Other': 2,
      }),
    );
  });
});
