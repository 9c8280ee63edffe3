import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { VersionStep } from '#domain/campaign/versions.ts';
import { answer, failWith, requestsTo, signIn, USER_ID } from '#tests/component/backend.ts';
import { CAMPAIGN, CUSTOMER, fakeCampaign, fakeCampaigns, fakeStep } from '#tests/component/fake-campaigns.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { CampaignDialog } from '../campaign-dialog.tsx';
import type { Suggestion, Version } from './data.ts';

const GRACE = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';
const AT = '2026-03-12T09:00:00Z';
const RPC = '/rest/v1/rpc/';

const makeVersion = (number: number, content: Partial<Version> = {}): Version => ({
  id: `version-${number}`,
  number,
  reason: 'review',
  created_by: GRACE,
  created_at: AT,
  launched_by: null,
  launched_at: null,
  requested_by: GRACE,
  requested_at: AT,
  status: 'in_review',
  decided_by: null,
  decided_at: null,
  on_behalf: false,
  note: null,
  ...content,
});
const versionSteps = (number: number, ...messages: string[]): VersionStep[] =>
  messages.map((message_content, index) => ({
    ...fakeStep(index + 1, { message_content }),
    id: `${number} of ${index + 1}`,
    step_id: `step-${index + 1}`,
  }));

let fake: ReturnType<typeof fakeCampaigns>;
let versions: Version[];
let steps: Record<string, VersionStep[]>;
let suggestions: Suggestion[];
let isChanged: boolean;

beforeEach(() => {
  signIn({ customerIds: [CUSTOMER] });
  fake = fakeCampaigns([fakeCampaign()], [fakeStep(1, { message_content: 'Hello' })]);
  versions = [makeVersion(1)];
  steps = { 'version-1': versionSteps(1, 'Hello') };
  suggestions = [];
  isChanged = false;
  answer('GET', '/rest/v1/campaign_reviews', () =>
    versions
      .slice(0, 1)
      .map(({ number, status }) => ({ campaign_id: CAMPAIGN, number, status, is_changed: isChanged })),
  );
  answer('GET', '/rest/v1/campaign_versions', ({ query }) => {
    const id = query.get('id')?.replace('eq.', '');
    return id ? { steps: steps[id] } : versions;
  });
  answer('GET', '/rest/v1/step_suggestions', () => suggestions);
  answer('POST', `${RPC}user_names`, () => [{ id: GRACE, name: 'Grace', is_admin: true }]);
});

const open = (version?: number) => {
  const onOpen = vi.fn();
  const path = version === undefined ? '/copy' : `/copy?version=${version}`;
  const { user } = renderPage(
    <CampaignDialog id={CAMPAIGN} listed={undefined} customers={null} leadsPath="/leads" onOpen={onOpen} />,
    { path },
  );
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { user, press, onOpen };
};
const bar = async () => within(await screen.findByRole('region', { name: 'Review' }));
const bodies = (name: string) => requestsTo('POST', RPC + name).map(({ body }) => body);

describe('members who do not sign off', () => {
  test.each([
    ['viewer' as const, 0],
    ['reviewer' as const, 1],
  ])('a %s reads a version in review, and may suggest wording: %i', async (memberRole, count) => {
    signIn({ customerIds: [CUSTOMER], memberRole });
    open(1);
    await screen.findByText('Only an approver can sign off.');
    await screen.findByText(/^Step 1/);
    for (const name of ['Approve', 'Request changes', 'Restore as draft']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryAllByRole('button', { name: /^Suggest wording/ })).toHaveLength(count);
  });

  test('a reviewer withdraws an own suggestion, and decides about no other', async () => {
    signIn({ customerIds: [CUSTOMER], memberRole: 'reviewer' });
    suggestions = [GRACE, USER_ID].map((created_by, index) => ({
      id: `suggestion-${index}`,
      version_step_id: '1 of 1',
      subject: null,
      message_content: `Better ${index}`,
      status: 'open',
      created_by,
      created_at: AT,
      decided_by: null,
      decided_at: null,
    }));
    open(1);
    const list = within(await screen.findByRole('list', { name: 'Suggestions for step 1' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Withdraw']);
  });
});

describe('the review bar', () => {
  test.each<[Partial<Version> | null, boolean, string, string[]]>([
    [null, false, 'Not reviewed yet', ['Request review']],
    [{ status: null }, false, 'Version 1 was launched', ['Show versions', 'Request review']],
    [{ status: null }, true, 'Changed since version 1 was launched', ['Show versions', 'Request review']],
    [{}, false, 'Version 1 is in review', ['Review']],
    [{}, true, 'Changed since version 1 was put up for review', ['Show versions', 'Request review']],
    [{ status: 'approved' }, false, 'Version 1 is approved', ['Show versions']],
    [{ status: 'approved' }, true, 'Changed since version 1 was approved', ['Show versions', 'Request review']],
    [{ status: 'changes_requested' }, false, 'Changes requested to version 1', ['Show versions', 'Request review']],
  ])('the bar for version %j, changed: %j, says %j and offers %j', async (version, changed, title, buttons) => {
    versions = version ? [makeVersion(1, version)] : [];
    isChanged = changed;
    open();
    await (await bar()).findByText(title);
    expect((await bar()).getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
  });

  test.each([
    ['approved' as const, false, false],
    ['approved' as const, true, true],
    ['in_review' as const, false, true],
  ])('the bar says that sign-off is needed: %s, changed: %j', async (status, changed, isSaid) => {
    fake.campaigns = [fakeCampaign({ customers: { name: 'Northwind', needs_sign_off: true } })];
    versions = [makeVersion(1, { status })];
    isChanged = changed;
    open();
    await (await bar()).findByText(/version 1/i);
    expect((await bar()).queryByText(/^This copy needs sign-off/) !== null).toBe(isSaid);
  });

  test('the bar of an active campaign says what it still needs sign-off for', async () => {
    fake.campaigns = [fakeCampaign({ status: 'active', customers: { name: 'Northwind', needs_sign_off: true } })];
    open();
    await (await bar()).findByText(
      'This copy needs sign-off: its leads can be handed off once these steps are approved.',
    );
  });

  test.each<[Partial<Version> | null, string]>([
    [null, 'Needs sign-off first: request a review.'],
    [{ status: 'changes_requested' }, 'Needs sign-off first: request a review.'],
    [{}, 'Needs sign-off first: version 1 is waiting for a decision.'],
  ])(
    'the bar of a campaign that needs sign-off has the main action instead of the launch: %j',
    async (version, reason) => {
      fake.campaigns = [fakeCampaign({ customers: { name: 'Northwind', needs_sign_off: true } })];
      versions = version ? [makeVersion(1, version)] : [];
      const { press } = open();
      const primary = () =>
        screen.getAllByRole('button').flatMap((one) => (one.className.includes('bg-accent ') ? one.textContent : []));
      await waitFor(() =>
        expect(primary()).toEqual([version?.status === undefined && version ? 'Review' : 'Request review']),
      );
      await press('Launch Campaign');
      await findToast(reason);
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(fake.campaigns[0]?.status).toBe('draft');
    },
  );

  test('the bar requests a review', async () => {
    versions = [];
    answer('POST', `${RPC}request_review`, () => {
      versions = [makeVersion(1)];
      return 1;
    });
    const { press } = open();
    await press('Request review');
    await findToast('Version 1 is in review');
    expect(bodies('request_review')).toEqual([{ customer_id: CUSTOMER, campaign_id: CAMPAIGN }]);
    await (await bar()).findByRole('button', { name: 'Review' });
  });

  test('the bar requests a review after a step that is being saved', async () => {
    versions = [];
    const isRead = Promise.withResolvers<void>();
    let requested: unknown;
    answer('POST', `${RPC}request_review`, () => {
      requested = fake.steps[0]?.message_content;
      versions = [makeVersion(1)];
      return 1;
    });
    const { press, user } = open();
    await press('Edit step 1');
    await user.type(await screen.findByRole('textbox', { name: /^Connection message/ }), ' you');
    answer('GET', '/rest/v1/campaign_reviews', async () => {
      await isRead.promise;
      return [];
    });
    await press('Save step');
    await press('Request review');
    expect(bodies('request_review')).toEqual([]);
    isRead.resolve();
    await findToast('Version 1 is in review');
    expect(requested).toBe('Hello you');
  });

  test('the bar requests no review of a campaign without steps', async () => {
    versions = [];
    fake.steps = [];
    open();
    expect((await (await bar()).findByRole<HTMLButtonElement>('button', { name: 'Request review' })).disabled).toBe(
      true,
    );
  });
});

describe('the page of a version', () => {
  const marked = (tag: 'del' | 'ins') => [...document.querySelectorAll(tag)].map(({ textContent }) => textContent);

  test('a version is compared with the one before, another one, the current steps or nothing', async () => {
    versions = [makeVersion(3), makeVersion(2, { status: 'changes_requested', decided_at: AT }), makeVersion(1)];
    steps = {
      'version-1': versionSteps(1, 'Hello', 'Second'),
      'version-2': versionSteps(2, 'Hello there'),
      'version-3': versionSteps(3, 'Hello you'),
    };
    const { user } = open(3);
    const compare = async (option: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Compare with' }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await waitFor(() => expect([marked('del'), marked('ins')]).toEqual([['there'], ['you']]));
    await compare('Version 1');
    await waitFor(() => expect([marked('del'), marked('ins')]).toEqual([['Second'], [' you']]));
    screen.getByText('Removed');
    await compare('Current steps');
    await waitFor(() => expect([marked('del'), marked('ins')]).toEqual([[' you'], []]));
    await compare('Nothing');
    await waitFor(() => expect([marked('del'), marked('ins')]).toEqual([[], []]));
    screen.getByText('Hello you');
  });

  test('a decided version is compared with the steps if they have changed', async () => {
    versions = [makeVersion(1, { status: 'changes_requested', decided_at: AT })];
    fake.steps = [fakeStep(1, { message_content: 'Hello again' })];
    isChanged = true;
    open(1);
    await waitFor(() => expect(marked('ins')).toEqual([' again']));
  });

  test('an approved version is shown as it was approved, with a link to later changes', async () => {
    versions = [makeVersion(2, { status: 'approved', decided_at: AT }), makeVersion(1)];
    steps['version-2'] = versionSteps(2, 'Hello you');
    fake.steps = [fakeStep(1, { message_content: 'Hello again' })];
    isChanged = true;
    const { press } = open(2);
    await screen.findByText('Hello you');
    await screen.findByText('The steps have changed since version 2 was approved. This is what was approved.');
    expect([marked('del'), marked('ins')]).toEqual([[], []]);
    await press('Show what changed');
    await waitFor(() => expect(marked('ins')).toEqual(['again']));
  });

  test('a version is shown as an approved lead receives it, and then as its text with variables', async () => {
    const lead = (name: string) => ({
      id: name,
      name,
      created_at: AT,
      variable_values: { first_name: name, last_name: '', company: '' },
    });
    answer('POST', `${RPC}approved_lead_values`, () => ['Ada', 'Bob'].map(lead));
    answer('POST', `${RPC}count_missing_fields`, () => ({ approved: 2, last_name: 0, company: 0, email: 0 }));
    steps['version-1'] = versionSteps(1, 'Hello {{first_name}}', 'No variable');
    const { press } = open(1);
    const texts = () =>
      [...document.querySelectorAll('ol:not([reversed]) > li p')].map(({ textContent }) => textContent);
    await waitFor(() => expect(texts()).toEqual(['Hello Ada', 'Hello {{first_name}}', 'No variable']));
    expect(screen.getByText('Hello {{first_name}}').closest('details')?.open).toBe(false);
    await press('Next lead');
    expect(texts()[0]).toBe('Hello Bob');
    screen.getByText('2 of 2');
  });

  test('a version says what is the same, moved, delayed and on another channel', async () => {
    versions = [makeVersion(2), makeVersion(1)];
    const [one, two] = versionSteps(1, 'Hello', 'Second') as [VersionStep, VersionStep];
    steps = { 'version-1': [one, two], 'version-2': [two, { ...one, delay_days: 0, step_type: 'email' }] };
    open(2);
    await screen.findByText('After 1 day → Immediately');
    screen.getByText('LinkedIn connection request → Email');
    screen.getByText('Moved from 1');
    expect(screen.queryByText('The steps are the same.')).toBeNull();
  });

  test('a version that a newer one has replaced was not decided, and is not in review any more', async () => {
    versions = [makeVersion(2), makeVersion(1)];
    open(1);
    await screen.findByRole('heading', { name: 'Version 1' });
    const items = within(screen.getByRole('list', { name: 'Versions' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining('In review'),
      expect.stringContaining('Not decided'),
    ]);
    expect(screen.getAllByText('Not decided')).toHaveLength(2);
  });

  test('a version says that nothing has changed', async () => {
    versions = [makeVersion(2), makeVersion(1)];
    steps['version-2'] = versionSteps(2, 'Hello');
    open(2);
    await screen.findByText('The steps are the same.');
  });

  test.each<[Partial<Version>, RegExp]>([
    [{ status: 'approved', decided_by: GRACE }, /^Approved by Grace [^:]+$/],
    [{ status: 'approved', decided_by: USER_ID, note: 'Fine' }, /^Approved by you [^:]+: Fine$/],
    [
      { status: 'approved', decided_by: GRACE, on_behalf: true, note: 'by phone' },
      /^Approved on behalf of Northwind by Grace: by phone \(.+\)$/,
    ],
    [
      { status: 'changes_requested', decided_by: 'gone', on_behalf: true, note: 'by phone' },
      /^Changes requested on behalf of Northwind by a former user: by phone \(.+\)$/,
    ],
  ])('a version says who decided: %j', async (content, sentence) => {
    versions = [makeVersion(1, { decided_at: AT, ...content })];
    open(1);
    const decision = () => screen.getByText(/^Review requested by/).closest('ul')?.firstElementChild?.textContent;
    await waitFor(() => expect(decision()).toMatch(sentence));
  });

  test('a version that was launched by the service key says so', async () => {
    versions = [
      makeVersion(1, { status: null, requested_at: null, created_by: null, launched_at: AT, launched_by: null }),
    ];
    open(1);
    await screen.findByText(/^Launched by a program/);
    expect(screen.queryByText(/^Review requested/)).toBeNull();
    expect(screen.queryByText(/^Stored/)).toBeNull();
  });

  test('a version that does not exist is not found', async () => {
    open(7);
    await screen.findByText('There is no such version');
  });

  test('a version is restored after a confirmation, and the steps are shown', async () => {
    answer('POST', `${RPC}restore_version`, () => 1);
    const { press, user } = open(1);
    await press('Restore as draft');
    const dialog = await screen.findByRole('alertdialog', { name: 'Restore version 1?' });
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }));
    await findToast('Version 1 restored');
    expect(bodies('restore_version')).toEqual([{ customer_id: CUSTOMER, version_id: 'version-1' }]);
    await screen.findByRole('list', { name: 'Steps' });
  });

  test('a version has comments on its steps', async () => {
    answer('GET', '/rest/v1/comments', () => []);
    answer('POST', '/rest/v1/comments', () => null);
    const { press, user } = open(1);
    await press('Add comment on step 1');
    await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Nice');
    await press('Comment');
    await waitFor(() =>
      expect(requestsTo('POST', '/rest/v1/comments').map(({ body }) => body)).toEqual([
        {
          customer_id: CUSTOMER,
          campaign_id: CAMPAIGN,
          version_id: 'version-1',
          version_step_id: '1 of 1',
          body: 'Nice',
          is_internal: false,
        },
      ]),
    );
    expect(requestsTo('GET', '/rest/v1/comments')[0]?.query.get('version_step_id')).toBe('eq.1 of 1');
  });
});

describe('a decision about a version', () => {
  test('the decision of a member needs no note', async () => {
    answer('POST', `${RPC}decide_version`, () => {
      versions = [makeVersion(1, { status: 'approved', decided_at: AT, decided_by: USER_ID })];
      return null;
    });
    const { press } = open(1);
    await press('Approve');
    await findToast('Version approved');
    expect(bodies('decide_version')).toEqual([
      { customer_id: CUSTOMER, version_id: 'version-1', decision: 'approved' },
    ]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your decision' })).toBeNull());
  });

  test('a decision can be taken back for a minute by its author', async () => {
    const decided_at = new Date(Date.now() - 5_000).toISOString();
    versions = [makeVersion(1, { status: 'approved', decided_at, decided_by: USER_ID })];
    answer('POST', `${RPC}take_back_decision`, () => {
      versions = [makeVersion(1)];
      return null;
    });
    const { press } = open(1);
    await press('Take back');
    await findToast('Decision taken back');
    expect(bodies('take_back_decision')).toEqual([{ customer_id: CUSTOMER, version_id: 'version-1' }]);
    await screen.findByRole('button', { name: 'Approve' });
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  test.each<[string, Partial<Version>]>([
    ['after a minute', { decided_by: USER_ID, decided_at: AT }],
    ['of another user', { decided_by: GRACE, decided_at: new Date().toISOString() }],
  ])('a decision cannot be taken back %s', async (_, decided) => {
    versions = [makeVersion(1, { status: 'approved', ...decided })];
    open(1);
    await screen.findByText(/^Approved by/);
    expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
  });

  test('a decision needs a confirmation while a comment is not posted yet', async () => {
    answer('GET', '/rest/v1/comments', () => []);
    answer('POST', `${RPC}decide_version`, () => null);
    const { press, user } = open(1);
    await press('Add comment on step 1');
    await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Shorter, please');
    await press('Approve');
    await screen.findByRole('alertdialog', { name: 'You haven’t posted everything' });
    const proceed = vi.fn();
    act(() => leaveForms(proceed));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(proceed).not.toHaveBeenCalled();
    await press('Approve');
    await press('Keep editing');
    expect(bodies('decide_version')).toEqual([]);
    await press('Approve');
    await press('Approve without it');
    await findToast('Version approved');
    expect(bodies('decide_version')).toHaveLength(1);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New comment' }).value).toBe('Shorter, please');
    await user.clear(screen.getByRole('textbox', { name: 'New comment' }));
  });

  test('a decision says that it does not cover later changes, such as the wording of an accepted suggestion', async () => {
    isChanged = true;
    fake = fakeCampaigns([fakeCampaign()], [fakeStep(1, { message_content: 'Goodbye' })]);
    const { press } = open(1);
    await screen.findByText(
      'The steps have changed since this review was requested. Your decision covers version 1 only.',
    );
    await press('Show what changed');
    await waitFor(() => expect(document.querySelector('ins')?.textContent).toBe('Goodbye'));
  });

  test('the decision of an administrator is on behalf of the customer and needs a note', async () => {
    signIn({ roles: ['admin'] });
    answer('POST', `${RPC}decide_version`, () => null);
    const { press, user } = open(1);
    await screen.findByRole('region', { name: 'Decision on behalf of Northwind' });
    await press('Request changes');
    await screen.findByText('Say how the customer decided');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'How they decided' }));
    expect(bodies('decide_version')).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'How they decided' }), ' By phone ');
    await press('Request changes');
    await findToast('Changes requested');
    expect(bodies('decide_version')).toEqual([
      { customer_id: CUSTOMER, version_id: 'version-1', decision: 'changes_requested', note: 'By phone' },
    ]);
  });

  test('a decision on a version that is not the newest any more shows what has changed', async () => {
    answer('POST', `${RPC}decide_version`, () => {
      versions = [makeVersion(2), makeVersion(1)];
      steps['version-2'] = versionSteps(2, 'Hello you');
      return failWith(409, 'Version 1 is not the newest version any more: version 2 is')();
    });
    const { press } = open(1);
    await press('Approve');
    await findToast('Couldn’t save the decision');
    await screen.findByRole('heading', { name: 'Version 2' });
    await waitFor(() => expect(document.querySelector('ins')?.textContent).toBe(' you'));
  });

  test('a decision cannot be made on an older version, which links to the newest one', async () => {
    versions = [makeVersion(2), makeVersion(1)];
    steps['version-2'] = versionSteps(2, 'Hello you');
    const { press } = open(1);
    await screen.findByText('Version 2 is newer, so this one can’t be decided any more.');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Suggest wording/ })).toBeNull();
    await press('Show what changed');
    await waitFor(() => expect(document.querySelector('ins')?.textContent).toBe(' you'));
  });

  test('a decision by another user does not remove the note that is being written', async () => {
    answer('POST', `${RPC}decide_version`, () => {
      versions = [makeVersion(1, { status: 'approved', decided_by: GRACE, decided_at: AT })];
      return failWith(409, 'Version 1 has already been decided')();
    });
    const { press, user } = open(1);
    const note = async () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Note/ });
    await user.type(await note(), 'Shorter');
    await press('Request changes');
    await findToast('Couldn’t save the decision');
    await screen.findByText('This version can’t be decided any more. Copy your note if you still need it.');
    expect((await note()).value).toBe('Shorter');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    await press('Discard');
    expect(screen.queryByRole('textbox', { name: /^Note/ })).toBeNull();
  });

  test('a decision needs a confirmation before its note is discarded', async () => {
    const { press, user, onOpen } = open(1);
    await user.type(await screen.findByRole('textbox', { name: /^Note/ }), 'x');
    await press('Close');
    await press('Keep editing');
    expect(onOpen).not.toHaveBeenCalled();
    await press('Back to steps');
    await press('Discard');
    await screen.findByRole('list', { name: 'Steps' });
  });
});

describe('a suggestion', () => {
  const suggestion: Suggestion = {
    id: 's1',
    version_step_id: '1 of 1',
    subject: null,
    message_content: 'Hello you',
    created_by: GRACE,
    created_at: AT,
    status: 'open',
    decided_by: null,
    decided_at: null,
  };

  test('a suggestion is made from the text of the version', async () => {
    answer('POST', `${RPC}suggest_wording`, () => 's1');
    const { press, user } = open(1);
    await press('Suggest wording for step 1');
    await press('Suggest');
    await screen.findByText('Change the text to suggest something');
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    expect([text.value, document.activeElement === text]).toEqual(['Hello', true]);
    await user.type(text, ' you');
    await press('Suggest');
    await findToast('Suggestion added');
    expect(bodies('suggest_wording')).toEqual([
      { customer_id: CUSTOMER, version_id: 'version-1', version_step_id: '1 of 1', message_content: 'Hello you' },
    ]);
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });

  test.each([
    ['Accept', true, 'Suggestion accepted'],
    ['Decline', false, 'Suggestion declined'],
  ])('a suggestion is shown as a difference and decided with one press: %s', async (name, accepted, done) => {
    suggestions = [suggestion];
    answer('POST', `${RPC}decide_suggestion`, () => {
      suggestions = [
        { ...suggestion, status: accepted ? 'accepted' : 'declined', decided_by: USER_ID, decided_at: AT },
      ];
      return null;
    });
    const { press } = open(1);
    const list = within(await screen.findByRole('list', { name: 'Suggestions for step 1' }));
    expect(list.getByText('you').tagName).toBe('INS');
    await press(name);
    await findToast(done);
    expect(bodies('decide_suggestion')).toEqual([{ customer_id: CUSTOMER, suggestion_id: 's1', accepted }]);
    await list.findByText(accepted ? /Accepted by you$/ : /Declined by you$/);
    expect(list.queryByRole('button')).toBeNull();
  });

  test('a suggestion is withdrawn by its author, who cannot accept it', async () => {
    suggestions = [{ ...suggestion, created_by: USER_ID }];
    answer('POST', `${RPC}decide_suggestion`, () => null);
    const { press } = open(1);
    await press('Withdraw');
    await findToast('Suggestion withdrawn');
    expect(bodies('decide_suggestion')).toEqual([{ customer_id: CUSTOMER, suggestion_id: 's1', accepted: false }]);
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  test.each([
    ['changed', [fakeStep(1, { message_content: 'Bye' })], /^The step has changed since/],
    ['was deleted', [], /^The step was deleted since/],
  ])('a suggestion for a step that %s cannot be accepted', async (_, current, text) => {
    suggestions = [suggestion];
    fake.steps = current;
    open(1);
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
    screen.getByRole('button', { name: 'Decline' });
  });

  test('a suggestion for a step that changes meanwhile is not accepted and says so', async () => {
    suggestions = [suggestion];
    answer('POST', `${RPC}decide_suggestion`, () => {
      fake.steps = [fakeStep(1, { message_content: 'Bye' })];
      return failWith(409, 'The step has changed since this was suggested')();
    });
    const { press } = open(1);
    await press('Accept');
    await findToast('Couldn’t accept the suggestion');
    await screen.findByText(/^The step has changed since this was suggested, so/);
    screen.getByText('Bye');
  });
});

test('a suggestion has a text, except for the note of a connection request', async () => {
  steps = {
    'version-1': versionSteps(1, 'Hello', 'Second').map((step, index) =>
      index === 0 ? step : { ...step, step_type: 'linkedin_message' },
    ),
  };
  answer('POST', `${RPC}suggest_wording`, () => 's1');
  const { press, user } = open(1);
  await press('Suggest wording for step 2');
  await user.clear(screen.getByRole('textbox', { name: 'Message' }));
  await press('Suggest');
  screen.getByText('Enter a message');
  await press('Cancel');
  await press('Discard');
  await press('Suggest wording for step 1');
  await user.clear(screen.getByRole('textbox', { name: 'Message' }));
  await press('Suggest');
  await findToast('Suggestion added');
  expect(bodies('suggest_wording')).toMatchObject([{ version_step_id: '1 of 1', message_content: '' }]);
});

describe('edits of approved steps', () => {
  beforeEach(() => {
    versions = [makeVersion(1, { status: 'approved', decided_at: AT })];
  });

  test('editing approved steps needs a confirmation, once', async () => {
    const { press, user } = open();
    await (await bar()).findByText('Version 1 is approved');
    await press('Edit step 1');
    const dialog = await screen.findByRole('alertdialog', { name: 'Edit approved copy?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('Edit step 1');
    await press('Edit anyway');
    await screen.findByRole('form', { name: 'Edit step 1' });
    await press('Cancel');
    await press('Add step');
    await screen.findByRole('form', { name: 'New step' });
  });

  test('edits need a confirmation before they are saved if another user approved the steps meanwhile', async () => {
    versions = [makeVersion(1)];
    const { press, user } = open();
    await press('Edit step 1');
    await user.type(await screen.findByRole('textbox', { name: /^Connection message/ }), ' you');
    versions = [makeVersion(1, { status: 'approved', decided_at: AT })];
    await press('Save step');
    await screen.findByRole('alertdialog', { name: 'Edit approved copy?' });
    expect(fake.steps[0]?.message_content).toBe('Hello');
    await press('Edit anyway');
    await findToast('Step updated successfully');
    expect(fake.steps[0]?.message_content).toBe('Hello you');
  });

  test('duplicating an approved step needs a confirmation, unless the steps have changed since', async () => {
    const { press, user } = open();
    await (await bar()).findByText('Version 1 is approved');
    await press('Actions for step 1');
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    await screen.findByRole('alertdialog', { name: 'Edit approved copy?' });
    expect(fake.steps).toHaveLength(1);
    isChanged = true;
    await press('Edit anyway');
    await waitFor(() => expect(fake.steps).toHaveLength(2));
    await (await bar()).findByText('Changed since version 1 was approved');
  });
});

test('comments on a step in a version are counted at the step, and lead to the version', async () => {
  answer('POST', `${RPC}step_feedback`, () => [{ step_id: 'step-1', number: 1, comments: 2, suggestions: 1 }]);
  const { user } = open();
  await user.click(await screen.findByRole('link', { name: '2 comments and 1 suggestion on version 1 on step 1' }));
  await screen.findByRole('heading', { name: 'Version 1' });
  expect(location.search).toBe('?version=1');
  expect(bodies('step_feedback')[0]).toEqual({ customer_id: CUSTOMER, campaign_id: CAMPAIGN, as_member: true });
});
