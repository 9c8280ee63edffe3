import { randomUUID } from 'node:crypto';
import { openSession, type Session, send } from '../../tests/support/client.ts';
import { checkStates, type Round, type Workload } from './workload.ts';

const password = 'a good password';
const newAccount = () => ({ email: `${randomUUID()}@example.test`, password });

function* repeat<Item>(next: () => Item): Generator<Item> {
  for (;;) yield next();
}

type Account = ReturnType<typeof newAccount>;

export const signUps: Workload<Account> = {
  name: 'sign-ups',
  items: async () => repeat(newAccount),
  request: (body) => ({ path: '/auth/v1/signup', body }),
  check: checkStates(async (account, { url, target }) => {
    const [row] = await target.sql<{ parts: number }>(
      `select (select count(*) from auth.users where email = $1)
         + (select count(*) from auth.identities where email = $1)
         + (select count(*) from public.profiles where email = $1) as parts`,
      [account.email],
    );
    if (Number(row?.parts) === 0) return 'absent';
    if (Number(row?.parts) !== 3) return `${row?.parts} of user, identity and profile`;
    const { status } = await send(`${url}/auth/v1/token?grant_type=password`, { body: account });
    return status === 200 ? 'complete' : `sign-in returns ${status}`;
  }),
};

type GuestInvitation = { token: string; customer: string; userId: string; session: Session };

const INVITATIONS = 60;
type Guest = { userId: string; email: string; session: Session };
const guestsByTarget = new WeakMap<Round['target'], Guest[]>();

/** Three accounts per target, invited to new customers in each round. */
async function findGuests({ url, target }: Round): Promise<Guest[]> {
  const guests = guestsByTarget.get(target) ?? [];
  guestsByTarget.set(target, guests);
  while (guests.length < 3) {
    const account = newAccount();
    const session = await openSession(url, 'signup', account);
    const [row] = await target.sql<{ id: string }>('select id from auth.users where email = $1', [account.email]);
    guests.push({ userId: row?.id ?? '', email: account.email, session });
  }
  return guests;
}

const acceptance = ({ token, session }: GuestInvitation) => ({
  path: '/rest/v1/rpc/accept_invitation',
  body: { token },
  token: session.access_token,
});

export const acceptances: Workload<GuestInvitation> = {
  name: 'acceptances',
  items: async (round) => {
    const guests = await findGuests(round);
    const invited = await round.target.sql<{ email: string; token: string; customer: string }>(
      `with customer as (insert into public.customers (name) select 'Host ' || gen_random_uuid() from generate_series(1, $1::int) returning id)
       insert into public.invitations (customer_id, email) select id, email from customer, unnest($2::text[]) email
       returning email, token, customer_id as customer`,
      [INVITATIONS / guests.length, guests.map(({ email }) => email)],
    );
    return invited.map(({ email, ...invitation }) => {
      const { userId, session } = guests.find((guest) => guest.email === email) as Guest;
      return { ...invitation, userId, session };
    });
  },
  request: acceptance,
  check: checkStates(async ({ token, customer, userId }, { target }) => {
    const [row] = await target.sql<{ accepted: boolean; member: boolean }>(
      `select accepted_at is not null and accepted_by = $3 as accepted,
         exists (select from public.customer_users where customer_id = $2 and user_id = $3 and accepted_at is not null) as member
       from public.invitations where token = $1`,
      [token, customer, userId],
    );
    if (!row || row.accepted !== row.member) return `accepted ${row?.accepted}, member ${row?.member}`;
    return row.accepted ? 'complete' : 'absent';
  }, acceptance),
};

/** The client's refresh token, replaced on each refresh. */
type RefreshToken = { token: string };

const refresh = ({ token }: RefreshToken) => ({
  path: '/auth/v1/token?grant_type=refresh_token',
  body: { refresh_token: token },
});

export const refreshes: Workload<RefreshToken> = {
  name: 'refreshes',
  items: async ({ url }) => {
    const current = { token: (await openSession(url, 'signup', newAccount())).refresh_token };
    return repeat(() => current);
  },
  request: refresh,
  onResponse: (current, body) => {
    current.token = (body as Session).refresh_token;
  },
  check: async ({ acknowledged, inFlight }, { url }) => {
    const current = inFlight ?? acknowledged[0];
    if (!current) return [];
    const faults: string[] = [];
    for (const when of ['after the kill', 'on the next refresh']) {
      const { path, body } = refresh(current);
      const reply = await send(url + path, { body });
      if (reply.status !== 200) faults.push(`the user is signed out ${when}: ${JSON.stringify(reply.body)}`);
      else current.token = (reply.body as Session).refresh_token;
    }
    return faults;
  },
};
