import { describe, expect, it } from 'vitest';
import { type DescribedActivity, describeActivity, describeRowActivity } from './describe-activity.ts';

const change = (action: string, subject: string, more: Partial<DescribedActivity> = {}): DescribedActivity => ({
  action,
  subject,
  row_count: 1,
  row_name: null,
  changed_columns: null,
  new_values: null,
  actor_email: 'ada@x',
  ...more,
});
const update = (
  subject: string,
  new_values: Record<string, string | boolean | null>,
  more: Partial<DescribedActivity> = {},
) => change('update', subject, { new_values, changed_columns: Object.keys(new_values), ...more });
const undo = (new_values: Record<string, boolean | null>, row_count: number) =>
  change('undo', 'leads', { new_values, row_count, changed_columns: ['is_approved'] });
const approval = update('leads', { is_approved: true }, { row_count: 12 });

describe('describeActivity', () => {
  it.each([
    [approval, 'approved 12 leads'],
    [update('leads', { is_approved: false }, { row_name: 'Ada' }), 'rejected lead “Ada”'],
    [
      update(
        'leads',
        { is_approved: false },
        { row_name: 'Ada', changed_columns: ['is_approved', 'rejection_reason_id', 'rejection_note'] },
      ),
      'rejected lead “Ada” with a reason',
    ],
    [
      change('update', 'leads', { row_name: 'Ada', changed_columns: ['rejection_reason_id'] }),
      'edited the reason for rejecting lead “Ada”',
    ],
    [update('companies', { is_approved: null }), 'moved a company back to review'],
    [change('insert', 'result_uploads'), 'uploaded results of a hand-off'],
    [change('update', 'result_uploads'), 'undid an upload of results of a hand-off'],
    [
      change('insert', 'hand_off_results', { row_name: 'HeyReach', new_values: { kinds: ['replied', 'contacted'] } }),
      'uploaded results: contacted and replied via HeyReach',
    ],
    [update('leads', { audience: 'Buyers' }, { row_count: 200 }), 'added 200 leads to the “Buyers” audience'],
    [update('leads', { audience: null }), 'removed a lead from its audience'],
    [
      update('leads', { is_approved: true, audience: 'Buyers' }, { row_count: 2 }),
      'approved 2 leads and added them to the “Buyers” audience',
    ],
    [
      change('update', 'leads', { changed_columns: ['notes', 'linkedin_profile_url'] }),
      'edited a lead (notes, LinkedIn URL)',
    ],
    [change('insert', 'leads', { row_count: 1200 }), 'added 1,200 leads'],
    [change('delete', 'companies', { row_count: 200 }), 'deleted 200 companies'],
    [change('insert', 'imports', { row_name: 'team.csv' }), 'imported “team.csv”'],
    [change('update', 'imports', { changed_columns: ['undone_at'] }), 'undid the import of a file'],
    [change('insert', 'campaigns', { row_name: 'Hello' }), 'created campaign “Hello”'],
    [update('campaigns', { status: 'active' }, { row_name: 'Hello' }), 'launched campaign “Hello”'],
    [update('campaigns', { status: 'draft' }, { row_name: 'Hello' }), 'moved campaign “Hello” back to draft'],
    [change('update', 'campaigns', { changed_columns: ['name'], row_name: 'New' }), 'renamed campaign “New”'],
    [change('insert', 'campaign_steps', { row_name: 'Hello' }), 'added a step to campaign “Hello”'],
    [change('update', 'campaign_steps', { changed_columns: ['delay_days'] }), 'edited a step in a campaign'],
    [
      change('update', 'campaign_steps', { changed_columns: ['step_number'], row_count: 3 }),
      'reordered the steps of a campaign',
    ],
    [change('delete', 'campaign_steps'), 'deleted a step from a campaign'],
    [change('insert', 'customers'), 'created the customer'],
    [update('customers', { is_active: false }), 'deactivated a customer'],
    [change('delete', 'customers', { row_count: 3 }), 'deleted 3 customers'],
    [change('insert', 'customer_users', { row_name: 'ada@example.test' }), 'added ada@example.test as a member'],
    [update('customer_users', { role: 'viewer' }, { row_name: 'ada@x' }), 'gave ada@x the viewer role'],
    [update('customer_users', { is_active: false }, { row_name: 'ada@x' }), 'deactivated membership “ada@x”'],
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
    [change('insert', 'review_links', { row_name: 'ada@x' }), 'created a review link for ada@x'],
    [
      change('update', 'review_links', { changed_columns: ['expires_at'], row_name: 'ada@x' }),
      'changed the end of the review link for ada@x',
    ],
    [change('update', 'review_links', { changed_columns: ['revoked_at'] }), 'revoked the review link for a user'],
    [change('insert', 'user_roles', { new_values: { role: 'admin' }, row_name: 'ada@x' }), 'gave ada@x the admin role'],
    [change('delete', 'user_roles', { new_values: { role: 'admin' } }), 'removed the admin role from a user'],
    [change('restore', 'leads', { row_count: 3 }), 'restored 3 leads'],
    [change('restore', 'companies', { row_name: 'Acorn' }), 'restored company “Acorn”'],
    [undo({ is_approved: null, undone: true }, 71), 'undid the approval of 71 leads'],
    [undo({ is_approved: true, undone: false }, 1), 'undid the rejection of a lead'],
    [undo({ is_approved: false, undone: null }, 2), 'undid moving 2 leads back to review'],
    [change('update', 'profiles', { changed_columns: ['full_name'], row_name: 'ada@x' }), 'changed their name'],
    [
      change('update', 'profiles', { changed_columns: ['full_name'], row_name: 'mia@x', actor_email: null }),
      'changed the name of mia@x',
    ],
    [change('update', 'profiles', { changed_columns: ['full_name'], actor_email: null }), 'changed the name of a user'],
    [change('insert', 'rejection_reasons', { row_name: 'Too far' }), 'added rejection reason “Too far”'],
    [
      change('update', 'rejection_reasons', { changed_columns: ['name'], row_name: 'Too far' }),
      'renamed rejection reason “Too far”',
    ],
    [
      change('update', 'rejection_reasons', { changed_columns: ['retired_at'], row_name: 'Too far' }),
      'edited rejection reason “Too far” (availability)',
    ],
    [update('customers', { needs_sign_off: true }), 'made sign-off of copy required for a customer'],
    [
      update('customers', { needs_sign_off: false }, { row_name: 'Acme' }),
      'made sign-off of copy optional for customer “Acme”',
    ],
    [
      change('update', 'customers', { changed_columns: ['review_by', 'reminds_on_weekends'], row_name: 'Acme' }),
      'edited customer “Acme” (review deadline, reminders on weekends)',
    ],
    [change('insert', 'do_not_contact', { row_count: 12 }), 'added 12 do-not-contact entries'],
    [change('delete', 'do_not_contact', { row_name: 'acme.com' }), 'removed do-not-contact entry “acme.com”'],
    [change('restore', 'agency_do_not_contact'), 'restored an agency-wide do-not-contact entry'],
    [change('insert', 'custom_fields', { row_name: 'Tier' }), 'added custom field “Tier”'],
    [
      change('update', 'custom_fields', { row_name: 'Tier', changed_columns: ['label'] }),
      'renamed custom field “Tier”',
    ],
    [change('delete', 'custom_fields', { row_count: 2 }), 'removed 2 custom fields'],
    [change('update', 'brand'), 'changed the brand'],
    [change('delete', 'second_factor', { row_name: 'ada@x' }), 'reset two-factor authentication for ada@x'],
  ])('the change %o is described', (change, words) => {
    expect(describeActivity(change)).toBe(words);
  });
});

describe('describeRowActivity', () => {
  it.each([
    [update('leads', { is_approved: true }), true, 'approved this lead'],
    [approval, true, 'approved this lead (bulk, 12)'],
    [approval, false, 'approved 12 leads (may include this lead)'],
    [change('insert', 'leads'), true, 'added this lead'],
    [change('restore', 'leads', { row_count: 3 }), true, 'restored this lead (bulk, 3)'],
    [undo({ is_approved: null, undone: true }, 71), true, 'undid the approval of this lead (bulk, 71)'],
    [change('insert', 'imports', { row_name: 'team.csv' }), true, 'imported “team.csv”'],
  ])('the change %o of a row is described, certain: %s', (change, is_certain, words) => {
    expect(describeRowActivity({ ...change, is_certain }, 'leads')).toBe(words);
  });

  it('the description of a change names a company', () => {
    const approved = update('companies', { is_approved: true });
    expect(describeRowActivity({ ...approved, is_certain: true }, 'companies')).toBe('approved this company');
    expect(describeRowActivity({ ...approved, row_count: 12, is_certain: false }, 'companies')).toBe(
      'approved 12 companies (may include this company)',
    );
  });
});
