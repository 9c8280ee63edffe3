// Who may see and change which rows: the description that the policies are generated from. The rights to tables and columns are grants in the migrations.

/** SQL expressions for the caller of a request. */
export type CallerSql = { isAdmin: string; customerIds: string; userId: string };
type Condition = (caller: CallerSql) => string;

export type Policy = {
  name: string;
  role: 'authenticated' | 'service_role';
  verb: 'all' | 'select' | 'insert' | 'update' | 'delete';
  /** The rows that can be read, changed and deleted; not for insert. */
  rows?: Condition;
  /** What a new or changed row must fulfil; not for select and delete. */
  newRows?: Condition;
};

/** `isLocal` tables hold accounts and rights, which a distributed database does not distribute. */
export type TableRights = { table: string; isLocal: boolean; policies: Policy[] };

const every: Condition = () => 'true';
const isAdmin: Condition = ({ isAdmin }) => isAdmin;
const isOfCaller =
  (column: string): Condition =>
  ({ userId }) =>
    `${column} = ${userId}`;
const isOfCallersCustomers =
  (column: string): Condition =>
  ({ customerIds }) =>
    `${column} = any (${customerIds})`;
const areVisibleComments: Condition = (caller) => `${isOfCallersCustomers('customer_id')(caller)} and not is_internal`;
const isOwnComment: Condition = (caller) =>
  `author_id = ${caller.userId} and (${caller.isAdmin} or ${areVisibleComments(caller)})`;
const isMember: Condition = ({ customerIds }) => `cardinality(${customerIds}) > 0`;
const isOwnImpersonation: Condition = (caller) => `${caller.isAdmin} and admin_id = ${caller.userId}`;

const policy =
  (role: Policy['role'], condition: Condition) =>
  (name: string, verb: Policy['verb'] = 'all'): Policy => ({
    name,
    role,
    verb,
    ...(verb !== 'insert' && { rows: condition }),
    ...(verb !== 'select' && verb !== 'delete' && { newRows: condition }),
  });

const admins = policy('authenticated', isAdmin);
const members = policy('authenticated', isOfCallersCustomers('customer_id'));
const service = policy('service_role', every);

const tenantTables: Record<string, Policy[]> = {
  customers: [
    admins('Admins manage every customer'),
    policy('authenticated', isOfCallersCustomers('id'))('Members see their customers', 'select'),
    service('The service manages customers'),
  ],
  leads: [
    admins('Admins manage every lead'),
    members("Members see their customers' leads", 'select'),
    members("Members approve their customers' leads", 'update'),
    service('The service manages leads'),
  ],
  companies: [
    admins('Admins manage every company'),
    members("Members see their customers' companies", 'select'),
    members("Members approve their customers' companies", 'update'),
    service('The service manages companies'),
  ],
  rejection_reasons: [
    admins('Admins manage every reason'),
    policy('authenticated', isMember)('Members see the reasons', 'select'),
    service('The service manages reasons'),
  ],
  decisions: [
    admins('Admins see every decision', 'select'),
    members("Members see their customers' decisions", 'select'),
    service('The service sees decisions', 'select'),
  ],
  lead_counters: [
    admins('Admins see every counter', 'select'),
    members("Members see their customers' counters", 'select'),
    service('The service sees all counters', 'select'),
  ],
  company_counters: [
    admins('Admins see every counter', 'select'),
    members("Members see their customers' counters", 'select'),
    service('The service sees all counters', 'select'),
  ],
  imports: [admins('Admins see every import', 'select'), service('The service sees imports', 'select')],
  import_chunks: [admins('Admins see every chunk', 'select'), service('The service sees chunks', 'select')],
  import_errors: [
    admins('Admins see every import error', 'select'),
    service('The service sees import errors', 'select'),
  ],
  import_mappings: [admins('Admins see every mapping', 'select'), service('The service sees mappings', 'select')],
  campaigns: [
    admins('Admins manage every campaign'),
    members("Members manage their customers' campaigns"),
    service('The service manages campaigns'),
  ],
  campaign_steps: [
    admins('Admins manage every step'),
    members("Members manage the steps of their customers' campaigns"),
    service('The service manages steps'),
  ],
  comments: [
    admins('Admins see every comment', 'select'),
    admins('Admins add comments', 'insert'),
    policy('authenticated', areVisibleComments)("Members see the comments on their customers' rows", 'select'),
    policy('authenticated', areVisibleComments)("Members comment on their customers' rows", 'insert'),
    policy('authenticated', isOwnComment)('Authors delete their comments', 'update'),
    service('The service manages comments'),
  ],
  comment_reads: [
    policy('authenticated', isOfCaller('user_id'))('Users see what they have read', 'select'),
    service('The service sees what was read', 'select'),
  ],
  activity: [admins('Admins see all activity', 'select'), service('The service sees all activity', 'select')],
};

const localTables: Record<string, Policy[]> = {
  user_roles: [
    admins('Admins manage every role'),
    policy('authenticated', isOfCaller('user_id'))('Users see their own roles', 'select'),
    service('The service manages roles'),
  ],
  profiles: [
    admins('Admins see every profile', 'select'),
    policy('authenticated', isOfCaller('id'))('Users see their own profile', 'select'),
    policy('authenticated', isOfCaller('id'))('Users change their own name', 'update'),
    service('The service manages profiles'),
  ],
  customer_users: [
    admins('Admins manage every membership'),
    policy('authenticated', isOfCaller('user_id'))('Users see their own memberships', 'select'),
    service('The service manages memberships'),
  ],
  invitations: [admins('Admins manage every invitation'), service('The service manages invitations')],
  impersonations: [
    admins('Admins see every impersonation', 'select'),
    {
      name: 'Admins start their own impersonations',
      role: 'authenticated',
      verb: 'insert',
      newRows: (caller) => `${isOwnImpersonation(caller)} and private.is_active_customer(customer_id)`,
    },
    {
      name: 'Admins end their own impersonations',
      role: 'authenticated',
      verb: 'update',
      rows: (caller) => `${isOwnImpersonation(caller)} and ended_at is null`,
      newRows: () => 'ended_at is not null',
    },
    service('The service sees impersonations', 'select'),
  ],
};

const described = (tables: Record<string, Policy[]>, isLocal: boolean): TableRights[] =>
  Object.entries(tables).map(([table, policies]) => ({ table, isLocal, policies }));

export const rights: TableRights[] = [...described(localTables, true), ...described(tenantTables, false)];
