// Starts the server, and stops it on a signal. An error that prevents the start is printed as one line.
import pino, { type Logger } from 'pino';
import type { DemoAccount } from './app.ts';
import { type Config, InvalidConfig, isPublicDemo, readConfig, siteUrl } from './config.ts';
import { type Connection, connect } from './database/connections/connect.ts';
import { diskFull, StartFailure } from './database/setup/start-failure.ts';
import { connectionsPerAddress } from './http/connection-limits.ts';
import { type Listener, listen } from './http/listener.ts';
import { connectionLimits } from './limits.ts';
import type { Mailer } from './mail/mailer.ts';
import { openPublicDemo, type PublicDemo } from './public-demo.ts';
import type { Worker } from './worker.ts';

/** npm repeats the Ctrl-C that the terminal has already sent. Only a later one stops the server at once. */
const REPEAT_MS = 1_000;

/** Below the 15 seconds that deploy/ allows, and above the 12 that requests and emails may take. */
const STOP_MS = 14_000;

const log = pino({ level: 'info' });

async function start(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.LOG_LEVEL;
  firstAdmin(config);
  const appLoading = import('./app.ts');
  const listener = await listen(config.HOST, config.PORT, {
    ...connectionLimits,
    perAddress: connectionsPerAddress(config),
  });
  const connection = await connect(config, log);
  try {
    const [{ createApp }, { startWorker }, { startDeliveries }] = await Promise.all([
      appLoading,
      import('./worker.ts'),
      import('./deliveries.ts'),
    ]);
    const settled = { ...config, PORT: listener.port, DATA_DIR: connection.dataDirectory };
    const services = await prepare(settled, connection);
    listener.open(
      createApp({ config: settled, database: connection.database, isDiskLow: connection.isDiskLow, log, ...services })
        .fetch,
    );
    const { database, isDiskLow } = connection;
    const shared = { config: settled, database, mailer: services.mailer, isDiskLow, log };
    // All visitors of a public demo share its accounts, and it sends no emails.
    const workers = [startWorker(shared), ...(services.publicDemo ? [] : [startDeliveries(shared)])];
    stopOnSignal(listener, connection, services.mailer, workers);
    announce(listener.url, connection, services);
  } catch (error) {
    await connection.stop();
    throw error;
  }
}

async function prepare(config: Config, connection: Connection) {
  const [{ openKeys }, { noMailer, openMailer }, { openBrand }] = await Promise.all([
    import('./jwt.ts'),
    import('./mail/mailer.ts'),
    import('./brand.ts'),
  ]);
  const keys = await openKeys(connection.database);
  const { prepareDemo } = await import('./demo.ts');
  const demo = await prepareDemo(connection, config); // first, since a banned administrator of the demo does not count
  const hasAdmin = await createFirstAdmin(config, connection);
  const brand = openBrand(connection.database, log);
  const readBrand = async () => ({ ...(await brand.read()), siteUrl: siteUrl(config) });
  if (!isPublicDemo(config)) return { keys, mailer: openMailer(config, log, readBrand), brand, demo, hasAdmin };
  const { resetDemo } = await import('./demo/reset.ts');
  const publicDemo = openPublicDemo({ reset: () => connection.owner(resetDemo), log });
  return { keys, mailer: noMailer, brand, demo, publicDemo, hasAdmin };
}

/** Reads ADMIN_EMAIL and ADMIN_PASSWORD. Throws StartFailure if only one is set. */
function firstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Config) {
  if (email && password) return { email, password };
  if (email || password) throw new StartFailure('The first admin needs both: set ADMIN_EMAIL and ADMIN_PASSWORD.');
  return undefined;
}

/** Returns whether there is an administrator. */
async function createFirstAdmin(config: Config, { owner }: Connection): Promise<boolean> {
  const account = firstAdmin(config);
  const { ensureFirstAdmin, hasAdmin } = await import('./first-admin.ts');
  if (!account) return owner(hasAdmin);
  if (await ensureFirstAdmin(owner, account)) log.info({ msg: 'first administrator created', email: account.email });
  return true;
}

const CREATE_ADMIN =
  'create one with `npm run create-admin -- you@example.com`, or set ADMIN_EMAIL and ADMIN_PASSWORD and start again';

type Prepared = { demo: DemoAccount[] | undefined; publicDemo?: PublicDemo; hasAdmin: boolean };

function announce(
  url: string,
  { kind, dataDirectory }: Connection,
  { demo = [], publicDemo, hasAdmin }: Prepared,
): void {
  log.info({ msg: 'listening', url, database: kind, dataDirectory, demo: demo.map(({ email }) => email) });
  if (!hasAdmin) log.warn({ msg: 'no administrator', hint: CREATE_ADMIN });
  const accounts = demo.map(({ email, password, role }) => `  ${role.padEnd(8)} ${email}, password ${password}`);
  const lines = [
    `Leadlight is at ${url}`,
    ...(kind === 'embedded' ? [`Its data is in ${dataDirectory}`] : []),
    ...(demo.length > 0 ? ['Demo accounts:', ...accounts] : []),
    ...(publicDemo ? ['This demo is public and reset at every full hour.'] : []),
    ...(hasAdmin ? [] : [`There is no administrator: ${CREATE_ADMIN}.`]),
    'Stop it with Ctrl-C.',
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

function stopOnSignal(listener: Listener, connection: Connection, mailer: Mailer, workers: Worker[]): void {
  let stoppingSince = 0;
  const stop = async (signal: string) => {
    if (stoppingSince > 0) {
      if (Date.now() - stoppingSince > REPEAT_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    log.info({ msg: 'stopping', signal });
    setTimeout(() => {
      log.warn({
        msg: 'stopped with requests in progress',
        reason: `stopping took more than ${STOP_MS / 1000} seconds`,
      });
      process.exit(1);
    }, STOP_MS);
    await mailer.close(Promise.all([listener.close(), ...workers.map((worker) => worker.stop())]));
    await connection.stop();
    log.info({ msg: 'stopped' });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal));
  connection.lost.catch((reason: unknown) => {
    if (stoppingSince === 0) fail(reason, log);
  });
}

function fail(failure: unknown, log: Logger): never {
  const error = diskFull(failure) ?? failure;
  const { message } = error as Error;
  const isExpected = error instanceof StartFailure || error instanceof InvalidConfig;
  if (!isExpected) log.fatal({ err: error }, 'start failed');
  process.stderr.write(`Leadlight: ${message.replaceAll('\n', '; ')}\n`);
  process.exit(1);
}

start().catch((error: unknown) => fail(error, log));
