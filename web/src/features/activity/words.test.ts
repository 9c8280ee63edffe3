import { describe, expect, it } from 'vitest';
import { type Act, sayAct, sayOfLead } from './words.ts';

const act = (action: string, subject: string, more: Partial<Act> = {}): Act => ({
  action,
  subject,
  row_count: 1,
  row_name: null,
  changed_columns: null,
  new_values: null,
  ...more,
});
const update = (subject: string, new_values: Record<string, unknown>, more: Partial<Act> = {}) =>
  act('update', subject, { new_values, changed_columns: Object.keys(new_values), ...more });
const approval = update('leads', { is_approved: true }, { row_count: 12 });

describe('an act is said in plain words', () => {
  it.each([
    [approval, 'approved 12 leads'],
    [update('leads', { is_approved: false }, { row_name: 'Ada' }), 'rejected the lead “Ada”'],
    [update('companies', { is_approved: null }), 'took back the decision on a company'],
    [update('leads', { audience: 'Buyers' }, { row_count: 200 }), 'put 200 leads into the audience “Buyers”'],
    [update('leads', { audience: null }), 'took a lead out of the audience'],
    [
      update('leads', { is_approved: true, audience: 'Buyers' }, { row_count: 2 }),
      'approved 2 leads and put them into the audience “Buyers”',
    ],
    [
      act('update', 'leads', { changed_columns: ['notes', 'linkedin_profile_url'] }),
      'changed a lead (notes, linkedin profile url)',
    ],
    [act('insert', 'leads', { row_count: 1200 }), 'added 1,200 leads'],
    [act('delete', 'companies', { row_count: 200 }), 'deleted 200 companies'],
    [act('insert', 'imports', { row_name: 'people.csv' }), 'imported the file “people.csv”'],
    [act('update', 'imports', { changed_columns: ['undone_at'] }), 'undid the import of a file'],
    [act('insert', 'campaigns', { row_name: 'Hello' }), 'created the campaign “Hello”'],
    [update('campaigns', { status: 'active' }, { row_name: 'Hello' }), 'launched the campaign “Hello”'],
    [update('campaigns', { status: 'draft' }, { row_name: 'Hello' }), 'set the campaign “Hello” back to draft'],
    [act('update', 'campaigns', { changed_columns: ['name'], row_name: 'New' }), 'renamed the campaign “New”'],
    [act('insert', 'campaign_steps', { row_name: 'Hello' }), 'added a step to the campaign “Hello”'],
    [act('update', 'campaign_steps', { changed_columns: ['delay_days'] }), 'edited a step of a campaign'],
    [
      act('update', 'campaign_steps', { changed_columns: ['step_number'], row_count: 3 }),
      'reordered the steps of a campaign',
    ],
    [act('delete', 'campaign_steps'), 'deleted a step of a campaign'],
    [act('insert', 'customers'), 'created the customer'],
    [update('customers', { is_active: false }), 'deactivated a customer'],
    [act('delete', 'customers', { row_count: 3 }), 'deleted 3 customers'],
    [act('insert', 'customer_users', { row_name: 'ada@example.test' }), 'made ada@example.test a member'],
    [act('insert', 'invitations', { row_name: 'ada@example.test' }), 'invited ada@example.test'],
    [act('update', 'invitations', { changed_columns: ['accepted_at'] }), 'accepted an invitation'],
    [
      act('update', 'invitations', { changed_columns: ['mailed_at', 'expires_at'] }),
      'renewed the invitation of somebody',
    ],
    [
      act('update', 'invitations', { changed_columns: ['mailed_at'], row_name: 'ada@x' }),
      'mailed the invitation to ada@x',
    ],
    [act('delete', 'invitations'), 'deleted an invitation'],
    [act('insert', 'user_roles', { new_values: { role: 'admin' }, row_name: 'ada@x' }), 'gave the role admin to ada@x'],
    [act('delete', 'user_roles', { new_values: { role: 'admin' } }), 'took the role admin from somebody'],
    [act('delete', 'second_factor', { row_name: 'ada@x' }), 'reset the two-factor sign-in of ada@x'],
  ])('%o', (given, words) => {
    expect(sayAct(given)).toBe(words);
  });
});

describe('of one lead', () => {
  it.each([
    [update('leads', { is_approved: true }), true, 'approved it'],
    [approval, true, 'approved it, as one of 12 leads'],
    [approval, false, 'approved 12 leads; this one may have been among them'],
    [act('insert', 'leads'), true, 'added it'],
    [act('insert', 'imports', { row_name: 'people.csv' }), true, 'imported the file “people.csv”'],
  ])('%o, certain: %s', (given, is_certain, words) => {
    expect(sayOfLead({ ...given, is_certain })).toBe(words);
  });
});
