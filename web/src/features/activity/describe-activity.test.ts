import { describe, expect, it } from 'vitest';
import { type Change, describeActivity, describeLeadActivity } from './describe-activity.ts';

const change = (action: string, subject: string, more: Partial<Change> = {}): Change => ({
  action,
  subject,
  row_count: 1,
  row_name: null,
  changed_columns: null,
  new_values: null,
  ...more,
});
const update = (subject: string, new_values: Record<string, string | boolean | null>, more: Partial<Change> = {}) =>
  change('update', subject, { new_values, changed_columns: Object.keys(new_values), ...more });
const approval = update('leads', { is_approved: true }, { row_count: 12 });

describe('describeActivity', () => {
  it.each([
    [approval, 'approved 12 leads'],
    [update('leads', { is_approved: false }, { row_name: 'Ada' }), 'rejected the lead “Ada”'],
    [update('companies', { is_approved: null }), 'reset the approval of a company'],
    [update('leads', { audience: 'Buyers' }, { row_count: 200 }), 'added 200 leads to the audience “Buyers”'],
    [update('leads', { audience: null }), 'removed a lead from the audience'],
    [
      update('leads', { is_approved: true, audience: 'Buyers' }, { row_count: 2 }),
      'approved 2 leads and added them to the audience “Buyers”',
    ],
    [
      change('update', 'leads', { changed_columns: ['notes', 'linkedin_profile_url'] }),
      'changed a lead (notes, linkedin profile url)',
    ],
    [change('insert', 'leads', { row_count: 1200 }), 'added 1,200 leads'],
    [change('delete', 'companies', { row_count: 200 }), 'deleted 200 companies'],
    [change('insert', 'imports', { row_name: 'team.csv' }), 'imported the file “team.csv”'],
    [change('update', 'imports', { changed_columns: ['undone_at'] }), 'undid the import of a file'],
    [change('insert', 'campaigns', { row_name: 'Hello' }), 'created the campaign “Hello”'],
    [update('campaigns', { status: 'active' }, { row_name: 'Hello' }), 'launched the campaign “Hello”'],
    [update('campaigns', { status: 'draft' }, { row_name: 'Hello' }), 'set the campaign “Hello” back to draft'],
    [change('update', 'campaigns', { changed_columns: ['name'], row_name: 'New' }), 'renamed the campaign “New”'],
    [change('insert', 'campaign_steps', { row_name: 'Hello' }), 'added a step to the campaign “Hello”'],
    [change('update', 'campaign_steps', { changed_columns: ['delay_days'] }), 'edited a step of a campaign'],
    [
      change('update', 'campaign_steps', { changed_columns: ['step_number'], row_count: 3 }),
      'reordered the steps of a campaign',
    ],
    [change('delete', 'campaign_steps'), 'deleted a step of a campaign'],
    [change('insert', 'customers'), 'created the customer'],
    [update('customers', { is_active: false }), 'deactivated a customer'],
    [change('delete', 'customers', { row_count: 3 }), 'deleted 3 customers'],
    [change('insert', 'customer_users', { row_name: 'ada@example.test' }), 'made ada@example.test a member'],
    [change('insert', 'invitations', { row_name: 'ada@example.test' }), 'invited ada@example.test'],
    [change('update', 'invitations', { changed_columns: ['accepted_at'] }), 'accepted an invitation'],
    [
      change('update', 'invitations', { changed_columns: ['mailed_at', 'expires_at'] }),
      'renewed the invitation for a user',
    ],
    [
      change('update', 'invitations', { changed_columns: ['mailed_at'], row_name: 'ada@x' }),
      'emailed the invitation to ada@x',
    ],
    [change('delete', 'invitations'), 'deleted an invitation'],
    [
      change('insert', 'user_roles', { new_values: { role: 'admin' }, row_name: 'ada@x' }),
      'gave the role admin to ada@x',
    ],
    [change('delete', 'user_roles', { new_values: { role: 'admin' } }), 'removed the role admin from a user'],
    [change('delete', 'second_factor', { row_name: 'ada@x' }), 'reset the two-factor sign-in of ada@x'],
  ])('%o', (given, words) => {
    expect(describeActivity(given)).toBe(words);
  });
});

describe('describeLeadActivity', () => {
  it.each([
    [update('leads', { is_approved: true }), true, 'approved it'],
    [approval, true, 'approved it, as one of 12 leads'],
    [approval, false, 'approved 12 leads, possibly including this one'],
    [change('insert', 'leads'), true, 'added it'],
    [change('insert', 'imports', { row_name: 'team.csv' }), true, 'imported the file “team.csv”'],
  ])('%o, certain: %s', (given, is_certain, words) => {
    expect(describeLeadActivity({ ...given, is_certain })).toBe(words);
  });
});
