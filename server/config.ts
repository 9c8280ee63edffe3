import path from 'node:path';
import { z } from 'zod';
import { parseMailSender } from '#domain/mail-sender.ts';
import { type Providers, readProviders, splitList } from './provider-config.ts';

const whole = z.coerce.number().int();
const positive = (fallback: number) => whole.positive().default(fallback);
const between = (min: number, max: number, fallback: number) => whole.min(min).max(max).default(fallback);
const text = (shortest: number, fallback: string) => z.string().min(shortest).default(fallback);
const url = (protocol: RegExp) => z.url({ protocol }).optional();
const list = z.string().default('').transform(splitList);
const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(fallback)
    .transform((value) => value === 'true');

const server = {
  PORT: between(0, 65_535, 3000).describe('Port to listen on. 0 takes a free one.'),
  HOST: text(1, '127.0.0.1').describe('Address to listen on. `0.0.0.0` listens on all IPv4 interfaces.'),
  SITE_URL: url(/^https?$/).describe(
    'Public URL of the app, used in emails, redirects and token issuers. Default: `http://localhost:PORT` where `HOST` is an address of this machine only or `0.0.0.0`, otherwise `http://HOST:PORT`. An `https` URL enables HSTS.',
  ),
  TRUST_PROXY: between(0, 10, 0).describe(
    'Number of proxies in front of the server whose `X-Forwarded-For` is trusted.',
  ),
  CONNECTIONS_PER_ADDRESS: whole
    .positive()
    .optional()
    .describe(
      'Open connections of one IPv4 address or IPv6 /64; the next one is closed. Default: 256, or no limit if `TRUST_PROXY` is above 0.',
    ),
  DATA_DIR: text(1, '.data').describe('Directory of the embedded database and the outbox folder.'),
  DISK_RESERVE: whole
    .min(0)
    .optional()
    .describe(
      'MiB of the disk of `DATA_DIR` below which the embedded database stores nothing but sign-ins, deletions and undos. Default: `max_wal_size` and 1024. See [operations.md](operations.md#faults).',
    ),
  DEMO: z
    .enum(['auto', 'keep', 'off', 'public'])
    .default('auto')
    .describe(
      '`auto` loads demo data into an empty embedded database, unless `DATABASE_URL`, `SITE_URL`, `SMTP_URL`, `ADMIN_EMAIL`, `ADMIN_PASSWORD` or `TRUST_PROXY` is set or `HOST` is not a loopback address. `keep` loads none; under the same conditions those who sign in to loaded demo data still can, which `off` bans. `public` is a [public demo](operations.md#public-demo) that is reset every hour.',
    ),
  ADMIN_EMAIL: z
    .email()
    .optional()
    .describe('First administrator, created at a start without an administrator. Requires `ADMIN_PASSWORD`.'),
  ADMIN_PASSWORD: z
    .string()
    .min(6)
    .refine((password) => Buffer.byteLength(password) <= 72, 'at most 72 bytes')
    .optional()
    .describe('Password of the first administrator, at most 72 bytes.'),
  INVITATION_DAYS: positive(7).describe('Days until an invitation expires.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum level of log lines. The log is JSON on standard output; `debug` logs every response.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token for `GET /metrics`. Without it `/metrics` is disabled.'),
};

const database = {
  DATABASE_URL: url(/^postgres(ql)?$/).describe(
    'Connection URL of the database owner, PostgreSQL 15 or later with encoding UTF8. Default: an embedded PostgreSQL in `DATA_DIR`.',
  ),
  DATABASE_POOL: between(8, 200, 16).describe(
    'Connections per instance. A quarter, at least 2, serves accounts, the others rows and functions. Three more are opened for notifications and health checks.',
  ),
  DATABASE_POOLER: z
    .string()
    .regex(/^[^\s/@:]+:\d+$/, 'host:port of PgBouncer')
    .optional()
    .describe(
      '`host:port` of a PgBouncer for row and function requests; requires `DATABASE_URL`. See [scaling.md](scaling.md#pgbouncer).',
    ),
  STATEMENT_TIMEOUT: positive(8).describe('Seconds until a statement is cancelled.'),
  STATEMENT_BUDGET: positive(30).describe(
    'Seconds of statement time per user in ten seconds, summed over concurrent statements. Above it requests for rows return 429.',
  ),
  ROWS_RATE_ANONYMOUS: positive(300).describe(
    'Requests for rows without a token, and requests to review-link, per client address in five minutes.',
  ),
};

const email = {
  SMTP_URL: url(/^smtps?$/).describe('SMTP server. Without it emails are written to `DATA_DIR/outbox`.'),
  MAIL_FROM: text(3, 'Leadlight <no-reply@localhost>')
    .superRefine((sender, context) => {
      try {
        parseMailSender(sender);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
      }
    })
    .describe(
      'Sender of all emails: `Name <address>` or an address. A name with `:`, `,` or `;` is quoted. The sender name of the brand replaces it.',
    ),
  AUTH_MAIL_LIFE: positive(3600)
    .refine((life) => life <= 86_400, 'at most 86400 seconds, a day')
    .describe('Seconds until an emailed link or code expires, at most 86400.'),
  AUTH_MAIL_INTERVAL: whole
    .min(0)
    .default(60)
    .describe('Minimum seconds between two emails of one kind to one address. 0 disables the limit.'),
  AUTH_RATE_MAIL: positive(10).describe('Emails per address in an hour; `name+tag@` counts as `name@`.'),
};

const accounts = {
  AUTH_REDIRECT_URLS: list.describe(
    'URL patterns, separated by spaces or commas, that emailed links and provider sign-ins may redirect to, in addition to `SITE_URL`: `https://*.example.com/**`, `myapp://callback`. See [security.md](security.md#emails).',
  ),
  AUTH_CONFIRM_EMAIL: flag('false').describe('Whether a new account must confirm its email before the first sign-in.'),
  AUTH_DISABLE_SIGNUP: flag('false').describe('Whether new accounts are rejected.'),
  AUTH_TOKEN_LIFE: whole
    .min(91, 'must be more than 90 seconds: clients refresh a token 90 seconds before it expires')
    .default(3600)
    .describe('Seconds until an access token expires.'),
  AUTH_REFRESH_REUSE_INTERVAL: positive(10).describe(
    'Seconds in which a used refresh token still returns the session’s active one. Later use revokes the session’s refresh tokens.',
  ),
  AUTH_MANUAL_LINKING: flag('true').describe('Whether users may link OpenID Connect identities to their account.'),
  AUTH_SECURE_PASSWORD_CHANGE: flag('true').describe(
    'Whether sessions older than 24 hours must reauthenticate before they change the password, second factors or identities.',
  ),
  AUTH_REQUIRE_CURRENT_PASSWORD: flag('false').describe(
    'Whether a password change requires the current password, except after a recovery email.',
  ),
};

const rateLimits = {
  AUTH_RATE_SIGNUP: positive(30).describe(
    'Sign-ups, account changes, recoveries, resends and SAML sign-ins (each counted separately) per client address in five minutes.',
  ),
  AUTH_RATE_TOKEN: positive(150).describe(
    'Sign-ins with a password or a code and unknown refresh tokens, and separately provider sign-ins, per client address in five minutes; refreshes per session.',
  ),
  AUTH_RATE_ACCOUNT: positive(30).describe('Wrong passwords per account in five minutes.'),
  AUTH_RATE_VERIFY: positive(30).describe(
    'Verifications of emailed links and codes per client address in five minutes.',
  ),
  AUTH_RATE_CODE: positive(10).describe(
    'Wrong codes per account and kind in an hour; half of it per client and per session.',
  ),
  AUTH_RATE_FACTOR: positive(15).describe(
    'Second-factor challenges and verifications per client address in a minute, and as many enrollments and unenrollments.',
  ),
  AUTH_RATE_USER: positive(600).describe(
    'Requests of signed-in users for their account, per client address and instance in five minutes.',
  ),
  AUTH_RATE_FLOWS: positive(100).describe('Unfinished provider sign-ins per client address in fifteen minutes.'),
};

/** All variables by section, as docs/configuration.md lists them. */
export const configSections = {
  Server: server,
  Database: database,
  Email: email,
  Accounts: accounts,
  'Rate limits of accounts': rateLimits,
};

const environment = z.object({ ...server, ...database, ...email, ...accounts, ...rateLimits });

export type Config = z.infer<typeof environment> & Pick<Providers, 'oidc' | 'saml'>;

/** Its message has one line for each invalid variable. */
export class InvalidConfig extends Error {}

/** Parses the environment; an empty variable counts as unset. Makes DATA_DIR absolute. Throws InvalidConfig. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(setVariables);
  const { oidc, saml, problems } = readProviders(setVariables);
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  if (setVariables.DATABASE_POOLER && !setVariables.DATABASE_URL) issues.push('DATABASE_POOLER: requires DATABASE_URL');
  if (parsed.data?.DEMO === 'public')
    issues.push(...PUBLIC_DEMO_EXCLUDES.filter((name) => setVariables[name]).map(excludedName));
  if (!parsed.success || issues.length + problems.length > 0)
    throw new InvalidConfig([...issues, ...problems].join('\n'));
  const config = { ...parsed.data, oidc, saml, DATA_DIR: path.resolve(parsed.data.DATA_DIR) };
  return isPublicDemo(config) ? { ...config, ...PUBLIC_DEMO_SETTINGS } : config;
}

/** A demo that is open to everybody, with DEMO=public. Its accounts are shared by all visitors. */
export const isPublicDemo = ({ DEMO }: Pick<Config, 'DEMO'>): boolean => DEMO === 'public';

const PUBLIC_DEMO_EXCLUDES = ['DATABASE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'];

const excludedName = (name: string) =>
  `${name}: cannot be set with DEMO=public, whose accounts and embedded database are reset every hour`;

/** No emails and no further accounts. Wrong passwords are not limited per account: a limit would lock out other visitors, and the passwords are public. */
const PUBLIC_DEMO_SETTINGS = {
  SMTP_URL: undefined,
  AUTH_DISABLE_SIGNUP: true,
  AUTH_RATE_ACCOUNT: 1_000_000,
  oidc: [],
  saml: [],
} satisfies Partial<Config>;

/** The public URL of the app, without a trailing slash. Never taken from a request's Host header, which the client controls. */
export function siteUrl({ SITE_URL, HOST, PORT }: Pick<Config, 'SITE_URL' | 'HOST' | 'PORT'>): string {
  if (SITE_URL) return SITE_URL.replace(/\/+$/, '');
  const isThisMachine = /^(127\.|0\.0\.0\.0$|::1?$|localhost$)/.test(HOST);
  return `http://${isThisMachine ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}
