// Who may see and change which rows and columns of schema public. Policies and grants are generated from it, and the tests compare both, and their effect
// for each role, with the database.

/**
 * SQL expressions for the caller of a request. Members decide about the rows of `reviewCustomerIds` and manage the campaigns and review links of `approvalCustomerIds`. The
 * ids of a guest are null for everyone else; what a guest sees is said of a row of that customer.
 */
export type CallerSql = {
  isAdmin: string;
  customerIds: string;
  reviewCustomerIds: string;
  approvalCustomerIds: string;
  userId: string;
  isGuest: string;
  guestCustomerId: string;
  guestCampaignCustomerId: string;
  seesAllAudiences: string;
  seesLead: string;
  seesCompany: string;
  /** Whether the guest sees what has this lead_id. */
  seesNamedLead: string;
};
type Condition = (caller: CallerSql) => string;

/** Members of the row's customer: all, reviewers and approvers, or approvers. */
type MemberAudience = 'members' | 'reviewers' | 'approvers';

/** Guests whose link includes the row, any guests, and guests whose link includes campaigns or all audiences. */
type GuestAudience = 'guests' | 'all guests' | 'guests with campaigns' | 'guests of all audiences';

/** Whom a policy is for: members of the row's customer, members of any customer, guests, or the user that the row is about. */
export type Audience = 'admins' | MemberAudience | 'all members' | GuestAudience | 'the user' | 'the service';

/**
 * All policies are permissive: Citus creates restrictive ones on its shards as permissive ones. PostgreSQL tries them in the reverse order of their
 * names until one allows the row, and computes a sub-select when it is first needed. So those of guests are tried last, and cost nobody else anything.
 */
export type Policy = {
  name: string;
  audience: Audience;
  verb: 'all' | Verb;
  /** The rows that can be read, changed and deleted; not for insert. */
  rows?: Condition;
  /** The condition that a new or changed row must fulfil; none for select and delete. */
  newRows?: Condition;
  /** The policy does not apply to rows in which this column is true. */
  hiddenBy?: string;
};

export type Verb = 'select' | 'insert' | 'update' | 'delete';

/** A role's privileges: the columns of each verb, and whether rows can be deleted. */
export type Privileges = { [verb in Exclude<Verb, 'delete'>]?: 'all' | readonly string[] } & { delete?: true };

export type TableRights = {
  table: string;
  /** Holds accounts and rights, which a distributed database does not distribute. */
  isLocal: boolean;
  users: Privileges;
  service: Privileges;
  /** Members can update only these columns; other updates are rejected with this error, whatever the rows. */
  memberUpdates?: { columns: readonly string[]; error: string };
  policies: Policy[];
};

const isAdmin: Condition = ({ isAdmin }) => isAdmin;
const isOfCaller =
  (column: string): Condition =>
  ({ userId }) =>
    `${column} = ${userId}`;
const isOfCallersCustomers =
  (column: string): Condition =>
  ({ customerIds }) =>
    `${column} = any (${customerIds})`;
const areVisible: Condition = (caller) => `${isOfCallersCustomers('customer_id')(caller)} and not is_internal`;
const isOwnComment: Condition = (caller) =>
  `author_id = ${caller.userId} and (${caller.isAdmin} or ${areVisible(caller)})`;
const isOfReviewers: Condition = ({ reviewCustomerIds }) => `customer_id = any (${reviewCustomerIds})`;
const isOfApprovers: Condition = ({ approvalCustomerIds }) => `customer_id = any (${approvalCustomerIds})`;
const isMember: Condition = ({ customerIds }) => `cardinality(${customerIds}) > 0`;
const areOfGuest: Condition = ({ guestCustomerId }) => `customer_id = ${guestCustomerId}`;
const isGuest: Condition = ({ isGuest }) => isGuest;
const seesCampaigns: Condition = ({ guestCampaignCustomerId }) => `customer_id = ${guestCampaignCustomerId}`;
const areOfAllAudiences: Condition = (caller) => `${areOfGuest(caller)} and ${caller.seesAllAudiences}`;
const guestLeads: Condition = (caller) => `${areOfGuest(caller)} and ${caller.seesLead}`;
const guestCompanies: Condition = (caller) => `${areOfGuest(caller)} and ${caller.seesCompany}`;
const guestDecisions: Condition = (caller) => `${areOfGuest(caller)} and ${caller.seesNamedLead}`;
const guestFields: Condition = (caller) => `${areOfGuest(caller)} and not is_internal`;
const guestComments: Condition = (caller) =>
  `not is_internal and (num_nonnulls(campaign_id, step_id) > 0 and ${seesCampaigns(caller)} or num_nonnulls(lead_id, company_id) > 0 and ${guestDecisions(caller)})`;
const ownGuestComments: Condition = (caller) => `author_id = ${caller.userId} and ${guestComments(caller)}`;
const isOwnImpersonation: Condition = (caller) => `${caller.isAdmin} and admin_id = ${caller.userId}`;

const policy =
  (audience: Audience, condition: Condition, hiddenBy?: string) =>
  (name: string, verb: Policy['verb'] = 'all'): Policy => ({
    name,
    audience,
    verb,
    ...(verb !== 'insert' && { rows: condition }),
    ...(verb !== 'select' && verb !== 'delete' && { newRows: condition }),
    ...(hiddenBy && { hiddenBy }),
  });

const admins = policy('admins', isAdmin);
const members = policy('members', isOfCallersCustomers('customer_id'));
const approvers = policy('approvers', isOfApprovers);
/** Every member sees the rows to change, so that a change without the right is rejected with an error, instead of changing no row. */
const changedBy =
  (audience: 'reviewers' | 'approvers') =>
  (name: string): Policy => ({
    ...policy(audience, audience === 'reviewers' ? isOfReviewers : isOfApprovers)(name, 'update'),
    rows: isOfCallersCustomers('customer_id'),
  });
const membersUnlessInternal = policy('members', areVisible, 'is_internal');
const guestsWithCampaigns = policy('guests with campaigns', seesCampaigns);
const user = (column: string) => policy('the user', isOfCaller(column));
const service = policy('the service', () => 'true');

const reading: Privileges = { select: 'all' };
const writing: Privileges = { select: 'all', insert: 'all', update: 'all', delete: true };
const decision = ['decided_at', 'decided_by', 'is_approved', 'rejection_note', 'rejection_reason_id'];
const counted = ['total', 'approved', 'reviewed'];
const agencyEntry = ['id', 'kind', 'reason', 'source', 'created_by', 'created_at', 'removed_at'];
const preference = ['user_id', 'digest', 'time_zone'];
const stepContent = ['step_type', 'delay_days', 'subject', 'message_content'];

type Description = Omit<TableRights, 'table' | 'isLocal'>;

/** The same grants for users and the service. */
const granted = (privileges: Privileges, ...policies: Policy[]): Description => ({
  users: privileges,
  service: privileges,
  policies,
});

/** Policies to read, whatever their verb. */
const readOnly = (...policies: Policy[]): Description =>
  granted(reading, ...policies.map(({ newRows: _, ...policy }): Policy => ({ ...policy, verb: 'select' })));

const counters = readOnly(
  admins('Admins see every counter'),
  members("Members see their customers' counters"),
  service('The service sees all counters'),
);

const tenantTables: Record<string, Description> = {
  customers: granted(
    writing,
    admins('Admins manage every customer'),
    policy('members', isOfCallersCustomers('id'))('Members see their customers', 'select'),
    service('The service manages customers'),
  ),
  leads: {
    ...granted(
      writing,
      admins('Admins manage every lead'),
      members("Members see their customers' leads", 'select'),
      changedBy('reviewers')("Reviewers decide about their customers' leads"),
      policy('guests', guestLeads)('A guest of a link sees its leads', 'select'),
      policy('guests', guestLeads)('A guest of a link decides about its leads', 'update'),
      service('The service manages leads'),
    ),
    memberUpdates: { columns: decision, error: 'Members can change only the decision about a lead' },
  },
  companies: {
    ...granted(
      writing,
      admins('Admins manage every company'),
      members("Members see their customers' companies", 'select'),
      changedBy('reviewers')("Reviewers decide about their customers' companies"),
      policy('guests', guestCompanies)('A guest of a link sees its companies', 'select'),
      policy('guests of all audiences', areOfAllAudiences)('A guest of a link decides about its companies', 'update'),
      service('The service manages companies'),
    ),
    memberUpdates: { columns: decision, error: 'Members can change only the decision about a company' },
  },
  rejection_reasons: granted(
    { select: 'all', insert: ['name', 'position', 'subject'], update: ['name', 'position', 'retired_at'] },
    admins('Admins manage every reason'),
    policy('all members', isMember)('Members see the reasons', 'select'),
    policy('all guests', isGuest)('A guest of a link sees the reasons', 'select'),
    service('The service manages reasons'),
  ),
  decisions: readOnly(
    admins('Admins see every decision'),
    members("Members see their customers' decisions"),
    policy('guests', guestDecisions)('A guest of a link sees its decisions'),
    service('The service sees decisions'),
  ),
  lead_counters: {
    ...counters,
    users: { select: ['customer_id', 'audience', ...counted] },
  },
  company_counters: {
    ...counters,
    users: { select: ['customer_id', ...counted] },
  },
  imports: readOnly(admins('Admins see every import'), service('The service sees imports')),
  import_chunks: readOnly(admins('Admins see every chunk'), service('The service sees chunks')),
  import_errors: readOnly(admins('Admins see every import error'), service('The service sees import errors')),
  import_matches: readOnly(admins('Admins see every match'), service('The service sees matches')),
  import_mappings: readOnly(admins('Admins see every mapping'), service('The service sees mappings')),
  custom_fields: granted(
    {
      select: 'all',
      insert: ['customer_id', 'table_name', 'key', 'label', 'is_internal'],
      update: ['label', 'removed_at'],
    },
    admins('Admins manage every custom field'),
    membersUnlessInternal("Members see their customers' custom fields", 'select'),
    policy('guests', guestFields, 'is_internal')("A guest of a link sees its customer's custom fields", 'select'),
    service('The service manages custom fields'),
  ),
  internal_values: granted(
    { select: 'all', insert: ['customer_id', 'lead_id', 'company_id', 'custom'], update: ['custom'] },
    admins('Admins manage internal values'),
    service('The service manages internal values'),
  ),
  do_not_contact: readOnly(
    admins('Admins see every entry'),
    members("Members see their customers' entries"),
    service('The service sees all entries'),
  ),
  // The columns that have hashes of erased contacts are left out.
  agency_do_not_contact: {
    users: { select: agencyEntry },
    service: { select: agencyEntry },
    policies: readOnly(admins('Admins see agency-wide entries'), service('The service sees agency-wide entries'))
      .policies,
  },
  list_columns: {
    users: { select: 'all', insert: ['customer_id', 'table_name', 'keys'], update: ['keys'] },
    service: reading,
    policies: [
      user('user_id')('Users see their columns', 'select'),
      policy('admins', (caller) => `${isOfCaller('user_id')(caller)} and ${caller.isAdmin}`)(
        'Administrators choose their columns',
        'insert',
      ),
      policy(
        'members',
        (caller) => `${isOfCaller('user_id')(caller)} and ${isOfCallersCustomers('customer_id')(caller)}`,
      )('Members choose their columns', 'insert'),
      user('user_id')('Users change their columns', 'update'),
      service('The service sees columns', 'select'),
    ],
  },
  campaigns: {
    users: { ...writing, insert: ['customer_id', 'name', 'status'] },
    service: writing,
    memberUpdates: {
      columns: ['name', 'status'],
      error: 'Members can change only name and status of a campaign',
    },
    policies: [
      admins('Admins manage every campaign'),
      members("Members see their customers' campaigns", 'select'),
      approvers('Approvers add campaigns', 'insert'),
      changedBy('approvers')("Approvers change their customers' campaigns"),
      approvers("Approvers delete their customers' campaigns", 'delete'),
      guestsWithCampaigns('A guest of a link sees its campaigns', 'select'),
      service('The service manages campaigns'),
    ],
  },
  campaign_steps: {
    users: { ...writing, insert: ['customer_id', 'campaign_id', 'step_number', ...stepContent], update: stepContent },
    service: { ...writing, update: stepContent },
    policies: [
      admins('Admins manage every step'),
      members("Members see the steps of their customers' campaigns", 'select'),
      approvers('Approvers add steps', 'insert'),
      changedBy('approvers')("Approvers change the steps of their customers' campaigns"),
      approvers("Approvers delete the steps of their customers' campaigns", 'delete'),
      guestsWithCampaigns('A guest of a link sees the steps of its campaigns', 'select'),
      service('The service manages steps'),
    ],
  },
  campaign_contents: readOnly(
    admins('Admins see every size'),
    members("Members see the sizes of their customers' campaigns"),
    guestsWithCampaigns('A guest of a link sees the sizes of its campaigns'),
    service('The service sees sizes'),
  ),
  campaign_versions: readOnly(
    admins('Admins see every version'),
    members("Members see their customers' versions"),
    guestsWithCampaigns('A guest of a link sees the versions of its campaigns'),
    service('The service sees versions'),
  ),
  step_suggestions: readOnly(
    admins('Admins see every suggestion'),
    members("Members see their customers' suggestions"),
    guestsWithCampaigns('A guest of a link sees the suggestions for its campaigns'),
    service('The service sees suggestions'),
  ),
  sending_tools: granted(
    { select: 'all', insert: ['name', 'definition'], update: ['name', 'definition'], delete: true },
    admins('Admins manage tools'),
    service('The service manages tools'),
  ),
  hand_offs: readOnly(admins('Admins see every hand-off'), service('The service sees hand-offs')),
  hand_off_rows: readOnly(admins('Admins see every row of hand-offs'), service('The service sees rows of hand-offs')),
  handed_off_leads: readOnly(admins('Admins see every handed-off lead'), service('The service sees handed-off leads')),
  result_uploads: readOnly(
    admins('Admins see every upload of results'),
    service('The service sees uploads of results'),
  ),
  hand_off_results: readOnly(
    admins('Admins see every result'),
    members("Members see the results of their customers' leads"),
    service('The service sees results'),
  ),
  comments: {
    users: {
      select: 'all',
      insert: [
        'customer_id',
        'lead_id',
        'company_id',
        'campaign_id',
        'step_id',
        'body',
        'is_internal',
        'version_id',
        'version_step_id',
      ],
      update: ['deleted_at'],
    },
    service: writing,
    policies: [
      admins('Admins see every comment', 'select'),
      admins('Admins add comments', 'insert'),
      membersUnlessInternal("Members see the comments on their customers' rows", 'select'),
      membersUnlessInternal("Members comment on their customers' rows", 'insert'),
      policy('guests', guestComments, 'is_internal')('A guest of a link sees its comments', 'select'),
      policy('guests', guestComments, 'is_internal')('A guest of a link adds comments', 'insert'),
      policy('the user', isOwnComment)('Authors delete their comments', 'update'),
      policy('the user', ownGuestComments)('A guest of a link deletes their comments', 'update'),
      service('The service manages comments'),
    ],
  },
  comment_reads: readOnly(user('user_id')('Users see what they have read'), service('The service sees what was read')),
  activity: readOnly(admins('Admins see all activity'), service('The service sees all activity')),
};

const localTables: Record<string, Description> = {
  user_roles: granted(
    writing,
    admins('Admins manage every role'),
    user('user_id')('Users see their own roles', 'select'),
    service('The service manages roles'),
  ),
  profiles: {
    users: { select: 'all', update: ['full_name'] },
    service: writing,
    policies: [
      admins('Admins see every profile', 'select'),
      user('id')('Users see their own profile', 'select'),
      user('id')('Users change their own name', 'update'),
      service('The service manages profiles'),
    ],
  },
  customer_users: granted(
    writing,
    admins('Admins manage every membership'),
    user('user_id')('Users see their own memberships', 'select'),
    service('The service manages memberships'),
  ),
  // The token that unsubscribes is left out.
  mail_preferences: {
    users: { select: preference, insert: ['digest', 'time_zone'], update: ['digest', 'time_zone'] },
    service: { select: preference },
    policies: [
      user('user_id')('Users see their own preferences', 'select'),
      policy('admins', (caller) => `${isOfCaller('user_id')(caller)} and ${caller.isAdmin}`)(
        'Administrators choose their preferences',
        'insert',
      ),
      policy('all members', (caller) => `${isOfCaller('user_id')(caller)} and ${isMember(caller)}`)(
        'Members choose their preferences',
        'insert',
      ),
      user('user_id')('Users change their preferences', 'update'),
      service('The service sees preferences', 'select'),
    ],
  },
  invitations: granted(
    {
      select: 'all',
      insert: ['customer_id', 'email', 'invited_by', 'expires_at', 'role'],
      update: ['email', 'expires_at', 'accepted_at', 'role'],
      delete: true,
    },
    admins('Admins manage every invitation'),
    service('The service manages invitations'),
  ),
  review_links: readOnly(
    admins('Admins see every review link'),
    approvers("Approvers see their customers' review links"),
    service('The service sees review links'),
  ),
  colleague_requests: readOnly(
    admins('Admins see every request for a colleague'),
    approvers("Approvers see the requests of their customers' guests"),
    service('The service sees requests for colleagues'),
  ),
  impersonations: {
    users: { select: 'all', insert: ['admin_id', 'customer_id'], update: ['ended_at'] },
    service: reading,
    policies: [
      admins('Admins see every impersonation', 'select'),
      {
        name: 'Admins start their own impersonations',
        audience: 'admins',
        verb: 'insert',
        newRows: (caller) => `${isOwnImpersonation(caller)} and private.is_active_customer(customer_id)`,
      },
      {
        name: 'Admins end their own impersonations',
        audience: 'admins',
        verb: 'update',
        rows: (caller) => `${isOwnImpersonation(caller)} and ended_at is null`,
        newRows: () => 'ended_at is not null',
      },
      service('The service sees impersonations', 'select'),
    ],
  },
};

/** Both roles can read a view. Of its tables, it shows the rows that the caller can read. */
export const views = ['audience_summary', 'campaign_counts', 'campaign_reviews', 'customer_counts'];

const described = (tables: Record<string, Description>, isLocal: boolean): TableRights[] =>
  Object.entries(tables).map(([table, description]) => ({ table, isLocal, ...description }));

export const rights: TableRights[] = [...described(localTables, true), ...described(tenantTables, false)];
