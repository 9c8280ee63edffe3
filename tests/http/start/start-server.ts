import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { send } from '../../support/client.ts';
import { asOwner, inDatabase } from '../../support/cluster.ts';
import { cloneDatabase } from '../../support/database.ts';
import { type Launched, launch } from '../../support/server.ts';

const cleanups: (() => Promise<unknown>)[] = [];

/** Registers a cleanup. Cleanups run in reverse order; one with the turn 'last' runs after all others. */
export function atEnd(cleanup: () => Promise<unknown>, turn: 'next' | 'last' = 'next'): void {
  if (turn === 'next') cleanups.push(cleanup);
  else cleanups.unshift(cleanup);
}

export async function endAll(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export async function newFolder(below = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(below, 'leadlight-start-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return folder;
}

export function start(env: Record<string, string>, options = {}): Launched {
  const server = launch(env, options);
  atEnd(() => server.end('SIGKILL'));
  return server;
}

export type Answer = { status: number; body: Record<string, unknown> };

export async function ask(url: string, route: string, body?: unknown): Promise<Answer> {
  const { supabaseKey } = (await send(`${url}/config.json`)).body as { supabaseKey: string };
  const reply = await send(url + route, { headers: { apikey: supabaseKey }, body });
  return { status: reply.status, body: reply.body as Answer['body'] };
}

/** An empty database, dropped at the end. */
export async function emptyDatabase(form = ''): Promise<string> {
  const clone = await cloneDatabase();
  const name = `${new URL(clone.url).pathname.slice(1)}_empty`;
  await asOwner(clone.url, (client) => client.query(`create database ${name} ${form} template template0`));
  atEnd(async () => {
    await asOwner(clone.url, (client) => client.query(`drop database ${name} with (force)`));
    await clone.drop();
  });
  return inDatabase(clone.url, name);
}
