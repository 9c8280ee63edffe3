// Work on accounts: sign-ups, acceptances of invitations, refreshes.
import { randomUUID } from 'node:crypto';
import { ask, enter, type Session } from './caller.ts';
import { judge, type Scene, type Work } from './work.ts';

const password = 'a good password';
const newAccount = () => ({ email: `${randomUUID()}@example.test`, password });

function* endlessly<Thing>(next: () => Thing): Generator<Thing> {
  for (;;) yield next();
}

type Account = ReturnType<typeof newAccount>;

export const signUps: Work<Account> = {
  name: 'sign-ups',
  things: async () => endlessly(newAccount),
  request: (body) => ({ path: '/auth/v1/signup', body }),
  check: (ledger, { url, subject }) =>
    judge(ledger, async (account) => {
      const [row] = await subject.sql<{ parts: number }>(
        `select (select count(*) from auth.users where email = $1)
           + (select count(*) from auth.identities where email = $1)
           + (select count(*) from public.profiles where email = $1) as parts`,
        [account.email],
      );
      if (Number(row?.parts) === 0) return 'absent';
      if (Number(row?.parts) !== 3) return `${row?.parts} of user, identity and profile`;
      const { status } = await ask(url, '/auth/v1/token?grant_type=password', { body: account });
      return status === 200 ? 'whole' : `its password answers ${status}`;
    }),
};

type Invitation = { token: string; customer: string; person: string; session: Session };

const INVITATIONS = 60;
type Guest = { person: string; email: string; session: Session };
const guestsAt = new WeakMap<Scene['subject'], Guest[]>();

/** Creates a few users per database; each is invited to new customers in each round. */
async function guestsOf({ url, subject }: Scene): Promise<Guest[]> {
  const guests = guestsAt.get(subject) ?? [];
  guestsAt.set(subject, guests);
  while (guests.length < 3) {
    const account = newAccount();
    const session = await enter(url, 'signup', account);
    const [row] = await subject.sql<{ id: string }>('select id from auth.users where email = $1', [account.email]);
    guests.push({ person: row?.id ?? '', email: account.email, session });
  }
  return guests;
}

const acceptance = ({ token, session }: Invitation) => ({
  path: '/rest/v1/rpc/accept_invitation',
  body: { token },
  token: session.access_token,
});

export const acceptances: Work<Invitation> = {
  name: 'acceptances',
  things: async (scene) => {
    const people = await guestsOf(scene);
    const invited = await scene.subject.sql<{ email: string; token: string; customer: string }>(
      `with customer as (insert into public.customers (name) select 'Host ' || gen_random_uuid() from generate_series(1, $1::int) returning id)
       insert into public.invitations (customer_id, email) select id, email from customer, unnest($2::text[]) email
       returning email, token, customer_id as customer`,
      [INVITATIONS / people.length, people.map(({ email }) => email)],
    );
    return invited.map(({ email, ...invitation }) => {
      const { person, session } = people.find((guest) => guest.email === email) ?? people[0] ?? raise('nobody');
      return { ...invitation, person, session };
    });
  },
  request: acceptance,
  check: async (ledger, { url, subject }) => {
    const stateOf = async ({ token, customer, person }: Invitation) => {
      const [row] = await subject.sql<{ accepted: boolean; member: boolean }>(
        `select accepted_at is not null and accepted_by = $3 as accepted,
           exists (select from public.customer_users where customer_id = $2 and user_id = $3 and accepted_at is not null) as member
         from public.invitations where token = $1`,
        [token, customer, person],
      );
      if (!row || row.accepted !== row.member) return `accepted ${row?.accepted}, member ${row?.member}`;
      return row.accepted ? 'whole' : 'absent';
    };
    const faults = await judge(ledger, stateOf);
    if (!ledger.unknown) return faults;
    const { path, ...options } = acceptance(ledger.unknown);
    const { status } = await ask(url, path, options);
    if (status !== 200 || (await stateOf(ledger.unknown)) !== 'whole') faults.push(`accepted again: ${status}`);
    return faults;
  },
};

/** A session and the token that its client holds. */
type Holder = { token: string };

const refresh = ({ token }: Holder) => ({
  path: '/auth/v1/token?grant_type=refresh_token',
  body: { refresh_token: token },
});

export const refreshes: Work<Holder> = {
  name: 'refreshes',
  things: async ({ url }) => {
    const holder = { token: (await enter(url, 'signup', newAccount())).refresh_token };
    return endlessly(() => holder);
  },
  request: refresh,
  learn: (holder, body) => {
    holder.token = (body as Session).refresh_token;
  },
  check: async ({ done, unknown }, { url }) => {
    const holder = unknown ?? done[0];
    if (!holder) return [];
    const faults: string[] = [];
    for (const when of ['after the kill', 'once more']) {
      const { path, body } = refresh(holder);
      const answer = await ask(url, path, { body });
      if (answer.status !== 200) faults.push(`a user is signed out ${when}: ${JSON.stringify(answer.body)}`);
      else holder.token = (answer.body as Session).refresh_token;
    }
    return faults;
  },
};

function raise(message: string): never {
  throw new Error(message);
}
