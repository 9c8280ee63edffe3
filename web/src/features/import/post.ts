/** A call to be made from a worker, where neither its size nor its time is felt. */
export type Post = { address: string; headers: Record<string, string> };

/** What was answered; the body is null where it is no JSON. */
export type Answer = { status: number; body: unknown };

/** Posts JSON; null where the server cannot be reached. */
export async function post({ address, headers }: Post, body: unknown): Promise<Answer | null> {
  const sent = { ...headers, 'Content-Type': 'application/json' };
  try {
    const answer = await fetch(address, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  } catch {
    return null;
  }
}
