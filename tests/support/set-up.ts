// Hooks that start what the tests of a file or group need, such as a server, and stop it after them.
import { afterAll, beforeAll } from 'vitest';
import { type MailServer, type MailServerOptions, openMailServer } from './mail-server.ts';
import { startServer, type TestServer } from './server.ts';

type Environment = Record<string, string>;

/** Starts something before the tests and stops it after them. It can be used once they begin. */
export function setUp<Thing extends { stop(): Promise<unknown> }>(start: () => Promise<Thing>): Thing {
  const thing = {} as Thing;
  beforeAll(async () => void Object.assign(thing, await start()));
  afterAll(() => thing.stop?.());
  return thing;
}

/** A server with these settings. */
export const setUpServer = (env: Environment = {}): TestServer => setUp(() => startServer({ env }));

export const setUpMailServer = (options?: MailServerOptions): MailServer =>
  setUp(async () => {
    const mailServer = await openMailServer(options);
    return { ...mailServer, stop: mailServer.close };
  });

/** A server with these settings that sends its emails to a mail server of the tests. */
export function setUpMailingServer(env: Environment = {}, options?: MailServerOptions) {
  const mailServer = setUpMailServer(options);
  return { server: setUp(() => startServer({ env: { ...env, SMTP_URL: mailServer.url } })), mailServer };
}
