// In charge of the life of the server: takes the port, opens the database, starts the app, says where it is, and stops in order. Whatever keeps it from starting is one line.
import pino, { type Logger } from 'pino';
import type { DemoAccount } from './app.ts';
import { type Config, InvalidConfig, readConfig } from './config.ts';
import { type Connection, connect } from './database/connect.ts';
import { StartFailure } from './database/start-failure.ts';
import { type Listener, listen } from './listener.ts';
import type { Mailer } from './mail/mailer.ts';

/** npm passes on a Ctrl-C that the terminal has sent to the server already; only a later one means 'now'. */
const ECHO_MS = 1_000;

/** Whoever runs the server gives it 15 seconds to stop; requests and letters have had 12 of them by then. */
const STOP_MS = 14_000;

const log = pino({ level: 'info' });

async function start(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.LOG_LEVEL;
  firstAdmin(config);
  const appLoading = import('./app.ts');
  const listener = await listen(config.HOST, config.PORT);
  const connection = await connect(config, log);
  try {
    const { createApp } = await appLoading;
    const settled = { ...config, PORT: listener.port, DATA_DIR: connection.dataDirectory };
    const services = await prepare(settled, connection);
    listener.open(createApp({ config: settled, database: connection.database, log, ...services }).fetch);
    stopOnSignal(listener, connection, services.mailer);
    announce(listener.url, connection, services.demo);
  } catch (error) {
    await connection.stop();
    throw error;
  }
}

async function prepare(config: Config, connection: Connection) {
  const [{ openKeys }, { openMailer }] = await Promise.all([import('./jwt.ts'), import('./mail/mailer.ts')]);
  const keys = await openKeys(connection.database);
  await appointFirstAdmin(config, connection);
  const { settleDemo } = await import('./demo.ts');
  return { keys, mailer: openMailer(config, log), demo: await settleDemo(connection, config) };
}

/** The account that ADMIN_EMAIL and ADMIN_PASSWORD name; undefined without them. Throws StartFailure where one is missing. */
function firstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Config) {
  if (email && password) return { email, password };
  if (email || password) throw new StartFailure('The first admin needs both: set ADMIN_EMAIL and ADMIN_PASSWORD.');
  return undefined;
}

async function appointFirstAdmin(config: Config, { owner }: Connection): Promise<void> {
  const account = firstAdmin(config);
  if (!account) return;
  const { ensureFirstAdmin } = await import('./first-admin.ts');
  if (await ensureFirstAdmin(owner, account)) log.info({ msg: 'first admin made', email: account.email });
}

function announce(url: string, { kind, dataDirectory }: Connection, demo: DemoAccount[] = []): void {
  log.info({ msg: 'listening', url, database: kind, dataDirectory, demo: demo.map(({ email }) => email) });
  const accounts = demo.map(({ email, password, role }) => `  ${role.padEnd(8)} ${email}, password ${password}`);
  const lines = [
    `Leadlight is at ${url}`,
    ...(demo.length > 0 ? ['Demo accounts:', ...accounts] : []),
    'Stop it with Ctrl-C.',
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

function stopOnSignal(listener: Listener, connection: Connection, mailer: Mailer): void {
  let stoppingSince = 0;
  const stop = async (signal: string) => {
    if (stoppingSince > 0) {
      if (Date.now() - stoppingSince > ECHO_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info({ msg: 'stopping', signal });
    setTimeout(() => {
      log.warn({ msg: 'stopped with work under way', reason: `it took longer than ${STOP_MS / 1000} seconds` });
      process.exit(1);
    }, STOP_MS);
    await mailer.close(listener.close());
    await connection.stop();
    log.info({ msg: 'stopped' });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal));
  connection.lost.catch((reason: unknown) => {
    if (stoppingSince === 0) fail(reason, log);
  });
}

function fail(error: unknown, log: Logger): never {
  const { message } = error as Error;
  const known = error instanceof StartFailure || error instanceof InvalidConfig;
  if (!known) log.fatal({ err: error }, 'could not start');
  process.stderr.write(`Leadlight: ${message.replaceAll('\n', '; ')}\n`);
  process.exit(1);
}

start().catch((error: unknown) => fail(error, log));
