import { AuthClient, type Session } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import pg from 'pg';
import type { TestServer } from '../../support/server.ts';

export type Member = {
  id: string;
  email: string;
  password: string;
  fullName: string;
  /** The session that signing up has started; none where the address must be confirmed first. */
  session: Session | null;
};
export type NewLead = { name: string } & Partial<
  Record<
    'email' | 'phone' | 'title' | 'company' | 'location' | 'audience' | 'linkedin_profile_url' | 'profile_picture_url',
    string
  >
> & { is_approved?: boolean };

let number = 0;
const unique = () => `${process.pid}-${++number}`;

/** Creates customers, members and leads for a test over HTTP, as the administrator. */
export class Agency {
  private readonly server: TestServer;
  readonly rows: PostgrestClient;
  readonly token: string;
  readonly admin = { email: 'admin@example.test', password: 'admin-password' };

  private constructor(server: TestServer, token: string) {
    this.server = server;
    this.token = token;
    this.rows = new PostgrestClient(`${server.url}/rest/v1`, { headers: { Authorization: `Bearer ${token}` } });
  }

  static async open(server: TestServer): Promise<Agency> {
    const { data, error } = await accountClient(server).signInWithPassword({
      email: 'admin@example.test',
      password: 'admin-password',
    });
    if (error) throw error;
    return new Agency(server, data.session.access_token);
  }

  async addCustomer(name: string): Promise<{ id: string; name: string }> {
    return this.insert('customers', { name: `${name} ${unique()}` });
  }

  /** An email address without an account. */
  newAddress(): string {
    return `user-${unique()}@example.test`;
  }

  /** An account without a role. */
  async addStranger(fullName: string): Promise<Member> {
    const [email, password] = [this.newAddress(), 'correct horse'];
    const { data, error } = await accountClient(this.server).signUp({
      email,
      password,
      options: { data: { full_name: fullName } },
    });
    if (error || !data.user) throw error ?? new Error('no user');
    return { id: data.user.id, email, password, fullName, session: data.session };
  }

  /** An account that is an active member of the customer. */
  async addMember(customerId: string, fullName: string): Promise<Member> {
    const user = await this.addStranger(fullName);
    await this.insert('user_roles', { user_id: user.id, role: 'customer' });
    await this.addMembership(user, customerId);
    return user;
  }

  async addMembership({ id }: Member, customerId: string, { isActive = true } = {}): Promise<void> {
    await this.insert('customer_users', {
      user_id: id,
      customer_id: customerId,
      accepted_at: new Date().toISOString(),
      is_active: isActive,
    });
  }

  /** Signs a user in and returns the session, for `storeSession`; with `changes` to it. */
  async startSession({ email, password }: Pick<Member, 'email' | 'password'>, changes: Partial<Session> = {}) {
    const { data, error } = await accountClient(this.server).signInWithPassword({ email, password });
    if (error) throw error;
    return { ...data.session, ...changes };
  }

  /** The fragment of an implicit-flow link with a session of the user. */
  async signInFragment({ email, password }: Member): Promise<string> {
    const { data, error } = await accountClient(this.server).signInWithPassword({ email, password });
    if (error) throw error;
    const { access_token, refresh_token, expires_in, token_type } = data.session;
    return new URLSearchParams({ access_token, refresh_token, expires_in: String(expires_in), token_type }).toString();
  }

  /** Requests a new password in a PKCE flow of another browser. */
  async recoverByPkce(email: string): Promise<void> {
    const { error } = await accountClient(this.server, 'pkce').resetPasswordForEmail(email, {
      redirectTo: `${this.server.url}/dashboard`,
    });
    if (error) throw error;
  }

  /** Makes the user's sessions two days old, so that sensitive changes need a reauthentication. */
  async ageSessions({ id }: Member): Promise<void> {
    const client = new pg.Client({ connectionString: this.server.databaseUrl });
    await client.connect();
    await client.query(
      `update auth.sessions set created_at = now() - interval '2 days', reauthenticated_at = null where user_id = $1`,
      [id],
    );
    await client.end();
  }

  /** Turns on the administrator's daily digest, and makes one due. */
  async makeDigestDue(): Promise<void> {
    const client = new pg.Client({ connectionString: this.server.databaseUrl });
    await client.connect();
    await client.query(
      `with administrator as (select id from auth.users where email = $1), preference as (
         insert into public.mail_preferences (user_id, digest, time_zone) select id, 'daily', 'UTC' from administrator
         on conflict (user_id) do update set digest = 'daily')
       insert into private.deliveries (kind, user_id, day, message_id)
       select 'digest', id, current_date, gen_random_uuid() || '@mail.example.test' from administrator`,
      [this.admin.email],
    );
    await client.query('notify deliveries');
    await client.end();
  }

  /** Ends all sessions of the user. */
  async signOutEverywhere({ email, password }: Member): Promise<void> {
    const accounts = accountClient(this.server);
    await accounts.signInWithPassword({ email, password });
    const { error } = await accounts.signOut({ scope: 'global' });
    if (error) throw error;
  }

  /** Stores an invitation and returns its token. */
  async invite(customerId: string, email: string): Promise<string> {
    const { token } = await this.insert('invitations', { customer_id: customerId, email });
    return token;
  }

  /** Makes an invitation expire now. */
  async expire(token: string): Promise<void> {
    const change = { expires_at: new Date().toISOString() };
    const { error } = await this.rows.from('invitations').update(change).eq('token', token);
    if (error) throw new Error(error.message);
  }

  /** The user's customers and roles. */
  async readGrants(email: string): Promise<{ customers: string[]; roles: string[] }> {
    const { data, error } = await this.rows
      .from('profiles')
      .select('id, customer_users(customer_id, is_active)')
      .eq('email', email)
      .single();
    if (error) throw new Error(error.message);
    const { data: roles } = await this.rows.from('user_roles').select('role').eq('user_id', data.id).throwOnError();
    return {
      customers: data.customer_users.map((membership) => membership.customer_id),
      roles: roles.map(({ role }) => role),
    };
  }

  /** Adds leads in the order of the list. */
  async addLeads(customerId: string, leads: NewLead[]): Promise<void> {
    const start = Date.now();
    const rows = leads.map((lead, index) => ({
      ...lead,
      customer_id: customerId,
      created_at: new Date(start - index).toISOString(),
    }));
    const { error } = await this.rows.from('leads').insert(rows);
    if (error) throw new Error(error.message);
  }

  async readLeads(customerId: string): Promise<Record<string, unknown>[]> {
    const { data, error } = await this.rows
      .from('leads')
      .select()
      .eq('customer_id', customerId)
      .order('created_at', { ascending: false });
    if (error) throw new Error(error.message);
    return data;
  }

  async countLeads(customerId: string): Promise<number> {
    const { count, error } = await this.rows
      .from('leads')
      .select('id', { count: 'exact', head: true })
      .eq('customer_id', customerId);
    if (error || count === null) throw new Error(error?.message ?? 'no count');
    return count;
  }

  private async insert(table: string, row: Record<string, unknown>) {
    const { data, error } = await this.rows.from(table).insert(row).select().single();
    if (error) throw new Error(error.message);
    return data;
  }
}

function accountClient({ url, publishableKey }: TestServer, flowType: 'implicit' | 'pkce' = 'implicit') {
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    persistSession: false,
    autoRefreshToken: false,
    flowType,
  });
}
