// The same requests to a distributed and to a plain database with the same rows have the same answers.
import { isDeepStrictEqual } from 'node:util';
import { send, type TestClient } from '../../tests/support/client.ts';
import { type Answer, READS, range, type Send, WRITES } from './answer-requests.ts';
import { CUSTOMERS, idOf, insertRows, member } from './answer-rows.ts';

const withIds = (text: string, reason: string) =>
  text
    .replaceAll(':reason', reason)
    .replace(/:((?:acme|globex|initech)(?: [a-z]+)?(?: \d+)?)/g, (_, name) => idOf(name));

const sorted = (answer: unknown): unknown => {
  const { status, body } = answer as Answer;
  return Array.isArray(body) ? { status, body: body.map((row) => JSON.stringify(row)).toSorted() } : answer;
};

/** Random ids, and times of this run, are the same for the comparison. */
function normalize(value: unknown, known: Set<string>, start: number): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (known.has(id) ? id : 'random'))
      .replace(/[0-9a-f]{64}/g, 'token')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g, (time) => (Date.parse(time) >= start ? 'recent' : time)),
  );
}

async function openSender({ url, owner, admin, signIn }: TestClient): Promise<Send> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from public.rejection_reasons where subject = 'leads' and name = 'Too small'`,
  );
  const reason = rows[0]?.id ?? '';
  const tokens = { admin, member: (await signIn(member)).access_token };
  return async (role, request, body) => {
    const [method = '', target = ''] = withIds(request, reason).split(/ (.*)/s);
    const prefer = 'return=representation, count=exact';
    const options = {
      method,
      token: tokens[role],
      prefer,
      ...(body && { body: withIds(JSON.stringify(body), reason) }),
    };
    const reply = await send(url + (target.startsWith('/functions') ? target : `/rest/v1${target}`), options);
    return { status: reply.status, body: reply.body };
  };
}

/** Returns the number of compared answers and those that differ. */
export async function compareAnswers(
  distributed: TestClient,
  plain: TestClient,
): Promise<{ compared: number; differing: string[] }> {
  const start = Date.now() - 60_000;
  const now = new Date(start - 3_600_000);
  for (const client of [distributed, plain]) await insertRows(client, now);
  const senders = [await openSender(distributed), await openSender(plain)];
  const known = new Set(
    CUSTOMERS.flatMap((name) => [
      name,
      `${name} import`,
      `${name} campaign`,
      ...range(1, 90).flatMap((n) => [`${name} lead ${n}`, `${name} company ${n}`, `${name} step ${n}`]),
    ]).map(idOf),
  );
  const differing: string[] = [];
  const steps = [...READS, ...WRITES, ...READS];
  for (const { name, run, isUnordered } of steps) {
    const answers = (await Promise.all(senders.map(run))).map((answer) => normalize(answer, known, start));
    const [one, two] = isUnordered ? answers.map(sorted) : answers;
    if (!isDeepStrictEqual(one, two))
      differing.push(`${name}:\n    ${JSON.stringify(one).slice(0, 1500)}\n    ${JSON.stringify(two).slice(0, 1500)}`);
  }
  return { compared: steps.length, differing };
}
