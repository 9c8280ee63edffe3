import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, failWith, requestsTo, signIn } from '#tests/component/backend.ts';
import {
  CAMPAIGN,
  CAMPAIGNS,
  CUSTOMER,
  fakeCampaign,
  fakeCampaigns,
  fakeStep,
  LEAD_GAPS,
  REORDER,
  STEPS,
} from '#tests/component/fake-campaigns.ts';
import { isFocused } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';

let fake: ReturnType<typeof fakeCampaigns>;

beforeEach(() => {
  signIn({ customerIds: [CUSTOMER] });
  fake = fakeCampaigns(
    [fakeCampaign()],
    ['One', 'Two', 'Three'].map((message_content, index) => fakeStep(index + 1, { message_content })),
  );
});

/** Another user changes a step. */
const changeStep = (id: string, message_content: string) => {
  fake.steps = fake.steps.map((step) =>
    step.id === id ? { ...step, message_content, updated_at: '2026-03-12T11:00:00Z' } : step,
  );
};

const renderDialog = (onOpen: (id: string | null) => void = () => {}) =>
  renderPage(<CampaignDialog id={CAMPAIGN} listed={undefined} customers={null} leadsPath="/leads" onOpen={onOpen} />);

async function open() {
  const onOpen = vi.fn();
  const { user } = renderDialog(onOpen);
  if (fake.steps.length > 0) await screen.findByText(fake.steps[0]?.message_content ?? '');
  else await screen.findByText('No steps added yet');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const menu = async (button: string, item: string) => {
    await press(button);
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { user, onOpen, press, menu };
}

async function choose(user: UserEvent, name: string, option: string) {
  await user.click(screen.getByRole('combobox', { name }));
  await user.click(await screen.findByRole('option', { name: option }));
}

const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /message/i });
const shown = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.line-clamp-3')?.textContent);

async function editStep(number: number, text: string) {
  const dialog = await open();
  await dialog.press(`Edit step ${number}`);
  await dialog.user.clear(message());
  await dialog.user.type(message(), text);
  return dialog;
}

test.each([
  ['viewer' as const, 'You can view and comment.'],
  ['reviewer' as const, 'You can view, comment and suggest wording.'],
])('a %s reads the campaign, and has nothing to edit, launch or review it with', async (memberRole, note) => {
  signIn({ customerIds: [CUSTOMER], memberRole });
  await open();
  screen.getByText(note);
  screen.getByText('Draft');
  const buttons = screen
    .getAllByRole('button')
    .map((button) => button.textContent || button.getAttribute('aria-label'));
  expect(buttons.filter((label) => !/^(Close|Add comment)/.test(label ?? ''))).toEqual([]);
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
});

describe('unsaved changes', () => {
  test('a dialog without changes closes without confirmation', async () => {
    const { press, onOpen } = await open();
    await press('Edit step 2');
    await press('Close');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('closing the dialog asks for confirmation, and keeps or discards the changes', async () => {
    const { press, onOpen, user } = await editStep(2, 'New');
    await user.keyboard('{Escape}');
    await press('Keep editing');
    expect(message().value).toBe('New');
    expect(onOpen).not.toHaveBeenCalled();
    await press('Close');
    await press('Discard');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('editing another step asks for confirmation first', async () => {
    const { press } = await editStep(2, 'New');
    await press('Edit step 1');
    await press('Discard');
    expect(message().value).toBe('One');
    await press('Cancel');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit step 1' }));
    expect(requestsTo('PATCH', STEPS)).toEqual([]);
  });
});

describe('the form of a step', () => {
  test('saving a step stores the changes and returns the focus to the step (S8.17)', async () => {
    const { press } = await editStep(2, 'New');
    await press('Save step');
    await screen.findByText('Step updated successfully');
    expect(requestsTo('PATCH', STEPS).map(({ body }) => body)).toMatchObject([{ message_content: 'New' }]);
    await waitFor(() => expect(shown()).toEqual(['One', 'New', 'Three']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit step 2' }));
  });

  test('saving a step is blocked while a text is too long', async () => {
    const { press, user } = await open();
    await press('Edit step 1');
    await user.click(message());
    await user.paste('x'.repeat(10_001));
    await press('Save step');
    screen.getByText('The message is too long: 10004 characters, at most 10000');
    expect(requestsTo('PATCH', STEPS)).toEqual([]);
  });

  test('the form shows while typing which texts are too long, and stores up to 300 and 10,000 characters', async () => {
    const { press, user } = await open();
    await press('Add step');
    const form = within(screen.getByRole('form', { name: 'New step' }));
    await user.click(form.getByRole('combobox', { name: 'Channel' }));
    await user.click(await screen.findByRole('option', { name: 'Email' }));
    const write = async (name: string, text: string) => {
      const field = form.getByRole('textbox', { name });
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
    };
    const alerts = () => form.queryAllByRole('alert').map(({ textContent }) => textContent);
    const add = () => user.click(form.getByRole('button', { name: 'Add step' }));
    await write('Subject', 's'.repeat(301));
    expect(alerts()).toEqual(['The subject is too long: 301 characters, at most 300']);
    await write('Message', 'm'.repeat(10_001));
    expect(alerts()).toEqual([
      'The subject is too long: 301 characters, at most 300',
      'The message is too long: 10001 characters, at most 10000',
    ]);
    await add();
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Subject' }));
    await write('Subject', 's'.repeat(300));
    await add();
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Message' }));
    expect(requestsTo('POST', STEPS)).toEqual([]);
    await write('Message', 'm'.repeat(10_000));
    expect(alerts()).toEqual([]);
    await add();
    await screen.findByText('Step added successfully');
    expect(requestsTo('POST', STEPS).map(({ body }) => body)).toMatchObject([
      { subject: 's'.repeat(300), message_content: 'm'.repeat(10_000) },
    ]);
  });

  test('the form keeps the changes after a failure (S8.18)', async () => {
    answer('PATCH', STEPS, failWith(500, 'The database rests'));
    const { press } = await editStep(2, 'New');
    await press('Save step');
    await screen.findByText('Failed to update step');
    screen.getByText('The database rests');
    expect(message().value).toBe('New');
  });

  test('new steps are added at the end, with defaults, a subject for emails only, and a valid delay (S1.8, S5.6, S5.7, S5.9, S7.34, S7.35, S8.17, S9.7)', async () => {
    fake.steps = [];
    const { press, user } = await open();
    const add = async (fill: (form: ReturnType<typeof within>) => Promise<void>) => {
      await press('Add step');
      const form = within(screen.getByRole('form', { name: 'New step' }));
      await fill(form);
      await user.click(form.getByRole('button', { name: 'Add step' }));
      await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
    };
    const channels = async () => {
      await user.click(screen.getByRole('combobox', { name: 'Channel' }));
      const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
      await user.keyboard('{Escape}');
      return options;
    };
    const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

    await add(async (form) => {
      const channel = form.getByRole('combobox', { name: 'Channel' });
      expect(channel.textContent).toBe('LinkedIn message');
      expect(document.activeElement).toBe(channel);
      expect(form.getByRole('textbox', { name: 'Delay in days' })).toHaveProperty('value', '3');
      expect(form.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', '');
      expect(form.queryByRole('textbox', { name: 'Subject' })).toBeNull();
      expect(await channels()).toEqual(['LinkedIn connection request', 'LinkedIn message', 'Email']);
    });
    await screen.findByText('Step added successfully');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add step' })));

    await add(async (form) => {
      await choose(user, 'Channel', 'Email');
      fill(form.getByRole('textbox', { name: 'Subject' }), 'Hello');
      fill(form.getByRole('textbox', { name: 'Message' }), 'Text');
      const delay = form.getByRole('textbox', { name: 'Delay in days' });
      fill(delay, '-2');
      fireEvent.blur(delay);
      expect(delay).toHaveProperty('value', '0');
      form.getByText('Immediately');
    });

    await add(async (form) => {
      await choose(user, 'Channel', 'Email');
      fill(form.getByRole('textbox', { name: 'Subject' }), 'Not for a request');
      await choose(user, 'Channel', 'LinkedIn connection request');
      form.getByRole('textbox', { name: /^Connection message/ });
      form.getByText('Optional');
      fill(form.getByRole('textbox', { name: 'Delay in days' }), '1.5');
    });

    const sent = { campaign_id: CAMPAIGN, customer_id: CUSTOMER, subject: null, message_content: '' };
    expect(requestsTo('POST', STEPS).map(({ body }) => body)).toEqual([
      { ...sent, step_number: 1, step_type: 'linkedin_message', delay_days: 3 },
      { ...sent, step_number: 2, step_type: 'email', delay_days: 0, subject: 'Hello', message_content: 'Text' },
      { ...sent, step_number: 3, step_type: 'linkedin_connection', delay_days: 0 },
    ]);
  });

  test('a new step that cannot be added keeps its text (S8.18)', async () => {
    answer('POST', STEPS, failWith(500, 'The database is away'));
    const { press, user } = await open();
    await press('Add step');
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Four');
    await user.click(within(screen.getByRole('form')).getByRole('button', { name: 'Add step' }));
    await screen.findByText('Failed to add step');
    screen.getByText('The database is away');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Four');
  });
});

describe('the deletion of a step', () => {
  test('deleting a step asks for confirmation and moves the focus to the next step (S8.17)', async () => {
    const { press, menu } = await open();
    await menu('Actions for step 2', 'Delete');
    screen.getByRole('alertdialog', { name: 'Delete step 2?' });
    await press('Cancel');
    expect(shown()).toHaveLength(3);
    answer('DELETE', STEPS, () => {
      fake.steps = [fakeStep(1, { message_content: 'One' }), fakeStep(2, { id: 'step-3', message_content: 'Three' })];
    });
    answer('GET', STEPS, ({ query }) => (query.get('select') === 'id' ? null : fake.steps));
    await menu('Actions for step 2', 'Delete');
    await press('Delete step');
    await screen.findByText('Step deleted successfully');
    await waitFor(() => expect(shown()).toEqual(['One', 'Three']));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit step 2' })));
    expect(requestsTo('DELETE', STEPS).map(({ query }) => query.get('id'))).toEqual(['eq.step-2']);
  });

  test('a step stays after a failed deletion (S8.18)', async () => {
    answer('DELETE', STEPS, failWith(500, 'The database is away'));
    const { press, menu } = await open();
    await menu('Actions for step 1', 'Delete');
    await press('Delete step');
    await screen.findByText('Failed to delete step');
    screen.getByText('The database is away');
    expect(shown()).toEqual(['One', 'Two', 'Three']);
  });
});

test('the timeline shows the channel, day and first lines of each step, with variables as chips (S1.7)', async () => {
  fake.steps = [
    fakeStep(1, { delay_days: 0 }),
    fakeStep(2, {
      step_type: 'linkedin_message',
      delay_days: 3,
      message_content: 'Hi {{first_name}}\n\nof {{company}}',
    }),
    fakeStep(3, {
      step_type: 'email',
      delay_days: 0,
      subject: 'For {{company}}',
      message_content: `Start ${'long '.repeat(1_990)}`,
    }),
    fakeStep(4, { step_type: 'email', delay_days: 14, subject: 'Last', message_content: 'Bye' }),
  ];
  renderDialog();
  await screen.findByText('Bye');
  const steps = within(screen.getByRole('list', { name: 'Steps' }));
  const channels = ['LinkedIn connection request', 'LinkedIn message', 'Email', 'Email'];
  expect(steps.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual(channels);
  expect(steps.getAllByText(/^Day /).map((day) => day.textContent)).toEqual(['Day 0', 'Day 3', 'Day 3', 'Day 17']);
  expect(shown().slice(0, 2)).toEqual(['Without a note', 'Hi First name\nof Company']);
  expect(shown()[2]).toMatch(/^Start long/);
  expect(shown()[2]?.length).toBeLessThan(1_000);
  expect(steps.getByText('Company', { selector: '.truncate bdi' }).parentElement?.textContent).toBe('For Company');
});

describe('a step that another user has changed', () => {
  test('a step that another user has changed can be overwritten', async () => {
    const { press } = await editStep(2, 'Mine');
    changeStep('step-2', 'Theirs');
    await press('Save step');
    const conflict = await screen.findByRole('alert');
    expect(conflict.textContent).toContain('Another user changed this step while you were editing.');
    within(conflict).getByText('Theirs');
    expect(document.activeElement).toBe(conflict.parentElement);
    expect(message().value).toBe('Mine');
    await press('Keep mine');
    await screen.findByText('Step updated successfully');
    expect(fake.steps[1]?.message_content).toBe('Mine');
  });

  test('the step of another user can be used instead of the own changes', async () => {
    const { press } = await editStep(2, 'Mine');
    changeStep('step-2', 'Theirs');
    await press('Save step');
    await screen.findByRole('alert');
    await press('Use theirs');
    expect(message().value).toBe('Theirs');
    await press('Save step');
    await screen.findByText('Step updated successfully');
  });

  test('a changed step that another user deleted is added as a new step', async () => {
    const { press } = await editStep(2, 'Mine');
    fake.steps = fake.steps.filter(({ id }) => id !== 'step-2');
    await press('Save step');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Another user deleted this step while you were editing.',
    );
    await press('Add mine as a new step');
    await screen.findByText('Step added successfully');
    expect(fake.steps.map(({ message_content }) => message_content)).toEqual(['One', 'Three', 'Mine']);
  });

  test('a step that another user has changed is not deleted', async () => {
    answer('DELETE', STEPS, () => null);
    const { press, menu } = await open();
    changeStep('step-2', 'Theirs');
    answer('GET', STEPS, ({ query }) => (query.get('select') === 'id' ? { id: 'step-2' } : fake.steps));
    await menu('Actions for step 2', 'Delete');
    await press('Delete step');
    await screen.findByText('Another user just changed this step. Review it and try again.');
    expect(requestsTo('DELETE', STEPS).map(({ query }) => query.get('updated_at'))).toEqual([
      'eq.2026-03-12T09:00:00Z',
    ]);
    await screen.findByText('Theirs');
  });
});

describe('the order of the steps', () => {
  const handle = (number: number) => screen.getByRole('button', { name: new RegExp(`^Move step ${number}:`) });
  const orders = () => requestsTo('POST', REORDER).map(({ body }) => (body as { step_ids: string[] }).step_ids);

  test('the order of steps changes at once with the arrow keys, and the focus stays on the handle', async () => {
    const { user } = await open();
    handle(1).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(shown()).toEqual(['Two', 'Three', 'One']);
    screen.getByText('LinkedIn connection request is now step 3 of 3');
    expect(document.activeElement).toBe(handle(3));
    await waitFor(() =>
      expect(orders()).toEqual([
        ['step-2', 'step-1', 'step-3'],
        ['step-2', 'step-3', 'step-1'],
      ]),
    );
  });

  test('changes of the order are saved one after another', async () => {
    const released = Promise.withResolvers<void>();
    answer('POST', REORDER, () => released.promise);
    const { user } = await open();
    handle(1).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(shown()).toEqual(['Two', 'Three', 'One']);
    expect(orders()).toEqual([['step-2', 'step-1', 'step-3']]);
    released.resolve();
    await waitFor(() => expect(orders()[1]).toEqual(['step-2', 'step-3', 'step-1']));
  });

  test('an order that cannot be saved is reverted', async () => {
    const released = Promise.withResolvers<void>();
    answer('POST', REORDER, async () => {
      await released.promise;
      return failWith(400, 'The list has to name each step of the campaign once')();
    });
    const { menu } = await open();
    await menu('Actions for step 3', 'Move up');
    await waitFor(() => expect(shown()).toEqual(['One', 'Three', 'Two']));
    answer('GET', STEPS, () => new Promise(() => {})); // so that it is not the stored order that is loaded again
    released.resolve();
    await screen.findByText('The list has to name each step of the campaign once');
    await waitFor(() => expect(shown()).toEqual(['One', 'Two', 'Three']));
  });

  test('the copy of a step is placed after it', async () => {
    fake.steps[0] = fakeStep(1, { message_content: 'One', step_type: 'email', subject: 'A' });
    const { menu } = await open();
    await menu('Actions for step 1', 'Duplicate');
    await waitFor(() => expect(orders()).toEqual([['step-1', 'added-4', 'step-2', 'step-3']]));
    expect(requestsTo('POST', STEPS).map(({ body }) => body)).toMatchObject([
      { step_type: 'email', subject: 'A', message_content: 'One', step_number: 4 },
    ]);
  });
});

describe('the status of a campaign', () => {
  test('a campaign without steps is not launched', async () => {
    fake.steps = [];
    const { press } = await open();
    await press('Launch Campaign');
    await screen.findByText('Cannot launch campaign without any steps');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(requestsTo('PATCH', CAMPAIGNS)).toEqual([]);
  });

  test('a launch asks for confirmation and names recipients and warnings', async () => {
    answer('POST', LEAD_GAPS, () => ({ approved: 71, last_name: 0, company: 0, email: 0 }));
    fake.steps = [
      fakeStep(1, { message_content: 'Hi {{city}}', step_type: 'linkedin_message' }),
      fakeStep(2, {}),
      fakeStep(3, { message_content: 'x'.repeat(301) }),
    ];
    const { user } = renderDialog();
    await screen.findAllByRole('list', { name: 'Warnings' });
    const launch = () => user.click(screen.getByRole('button', { name: 'Launch Campaign' }));
    await launch();
    const dialog = within(
      screen.getByRole('alertdialog', {
        name: 'Launch Campaign?',
        description:
          /^Its status will change from draft to active\. 71 approved leads at +Northwind * will be in this campaign\. 3 warnings to review before launch\.$/,
      }),
    );
    const listed = within(dialog.getByRole('list', { name: 'Steps with warnings' }));
    expect(listed.getAllByText(/^Step/).map((step) => step.textContent)).toEqual([
      'Step 1: LinkedIn message',
      'Step 3: LinkedIn connection request',
    ]);
    expect(listed.getAllByRole('list', { name: 'Warnings' }).map((list) => list.textContent)).toEqual([
      'This LinkedIn message comes before any connection request.{{city}} isn’t a variable and will be sent exactly as typed.',
      'LinkedIn limits notes to 300 characters. This one has 301.',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(requestsTo('PATCH', CAMPAIGNS)).toEqual([]);

    await launch();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Launch Campaign' }));
    await screen.findByText('Campaign launched successfully');
    expect(requestsTo('PATCH', CAMPAIGNS).map(({ query, body }) => [query.get('id'), body])).toEqual([
      [`eq.${CAMPAIGN}`, { status: 'active' }],
    ]);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Active'));
    expect(screen.queryByRole('button', { name: 'Launch Campaign' })).toBeNull();
    await waitFor(() => expect(isFocused(screen.getByRole('combobox', { name: 'Status' }))).toBe(true));
  });

  test('the status can be set to any value, and only a launch asks for confirmation (S2.51, S4.11, S8.20, S9.22)', async () => {
    const { user } = await open();
    const status = () => screen.getByRole('combobox', { name: 'Status' });
    await user.click(status());
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(options).toEqual(['Draft', 'Active', 'Paused', 'Completed']);
    await user.click(screen.getByRole('option', { name: 'Active' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Launch Campaign?' }));
    await user.click(question.getByRole('button', { name: 'Launch Campaign' }));
    await screen.findByText('Campaign launched successfully');

    for (const option of ['Completed', 'Paused', 'Active', 'Draft']) {
      await waitFor(() => expect(status().textContent).not.toBe(option));
      await choose(user, 'Status', option);
      await screen.findAllByText('status updated successfully');
      await waitFor(() => expect(status().textContent).toBe(option));
      expect(screen.queryByRole('alertdialog')).toBeNull();
    }
    const saved = requestsTo('PATCH', CAMPAIGNS).map(({ body }) => body);
    expect(saved).toEqual(['active', 'completed', 'paused', 'active', 'draft'].map((to) => ({ status: to })));
  });

  test('the status stays as it was if it cannot be saved (S8.21)', async () => {
    const { user } = await open();
    answer('PATCH', CAMPAIGNS, failWith(503, 'The database rests'));
    await choose(user, 'Status', 'Paused');
    await screen.findByText('Failed to update campaign status');
    screen.getByText('The database rests');
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Draft');
  });
});

describe('the Launch Campaign button (S4.14)', () => {
  test.each(['draft', 'active', 'paused', 'completed'] as const)(
    'the Launch Campaign button is shown for drafts only: %s',
    async (status) => {
      fake.campaigns = [fakeCampaign({ status })];
      await open();
      expect(screen.queryAllByRole('button', { name: 'Launch Campaign' })).toHaveLength(status === 'draft' ? 1 : 0);
    },
  );
});

describe('a comment that was typed and not posted', () => {
  beforeEach(() => answer('GET', '/rest/v1/comments', () => []));
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' });

  test.each(['Add comment on step 2', 'Add comment'])(
    'the field that %s opens gets the focus, and Escape discards its text after a confirmation only',
    async (button) => {
      const { user, onOpen, press } = await open();
      await press(button);
      await waitFor(async () => expect(isFocused(await field())).toBe(true));
      await user.keyboard('Shorter, please{Escape}');
      await screen.findByText('Your comment hasn’t been posted.');
      await press('Keep editing');
      expect((await field()).value).toBe('Shorter, please');
      expect(onOpen).not.toHaveBeenCalled();
      await user.keyboard('{Escape}');
      await press('Discard');
      expect(onOpen).toHaveBeenCalledExactlyOnceWith(null);
    },
  );

  test('a comment that was typed stays while its comments are hidden, and when its step is edited', async () => {
    const { user, press, onOpen } = await open();
    await press('Add comment on step 2');
    await user.type(await field(), 'Shorter, please');
    await press('Add comment on step 2');
    await user.keyboard('{Escape}');
    await screen.findByText('Your comment hasn’t been posted.');
    await press('Keep editing');
    await press('Edit step 2');
    await screen.findByRole('form', { name: 'Edit step 2' });
    await press('Cancel');
    expect((await field()).value).toBe('Shorter, please');
    expect(onOpen).not.toHaveBeenCalled();
    await user.clear(await field());
  });
});
