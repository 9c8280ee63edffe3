// In charge of what the environment says: reads it once, names what is wrong, refuses to guess.
import path from 'node:path';
import { z } from 'zod';
import { type Providers, readProviders } from './provider-config.ts';

const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);
/** Nothing is a limit of its own: it switches the wait off. */
const secondsOrNone = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const list = z
  .string()
  .default('')
  .transform((value) => value.split(/[\s,]+/).filter((item) => item !== ''));
const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(fallback)
    .transform((value) => value === 'true');

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOLER: z
    .string()
    .regex(/^[^\s/@:]+:\d+$/, 'host:port of PgBouncer')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(8).max(200).default(16),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Leadlight <no-reply@localhost>'),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6)
    .refine((password) => Buffer.byteLength(password) <= 72, 'at most 72 bytes')
    .optional(),
  DEMO: z.enum(['auto', 'off']).default('auto'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  STATEMENT_TIMEOUT: seconds(8),
  STATEMENT_BUDGET: seconds(30),
  ROWS_RATE_ANONYMOUS: seconds(300),
  INVITATION_DAYS: seconds(7),
  AUTH_REDIRECT_URLS: list,
  AUTH_CONFIRM_EMAIL: flag('false'),
  AUTH_DISABLE_SIGNUP: flag('false'),
  AUTH_TOKEN_LIFE: seconds(3600),
  AUTH_REFRESH_REUSE_INTERVAL: seconds(10),
  AUTH_MAIL_LIFE: seconds(3600).refine((life) => life <= 86_400, 'at most 86400 seconds, a day'),
  AUTH_MAIL_INTERVAL: secondsOrNone(60),
  AUTH_MANUAL_LINKING: flag('true'),
  AUTH_SECURE_PASSWORD_CHANGE: flag('true'),
  AUTH_REQUIRE_CURRENT_PASSWORD: flag('false'),
  AUTH_RATE_SIGNUP: seconds(30),
  AUTH_RATE_TOKEN: seconds(150),
  AUTH_RATE_ACCOUNT: seconds(30),
  AUTH_RATE_VERIFY: seconds(30),
  AUTH_RATE_CODE: seconds(10),
  AUTH_RATE_FACTOR: seconds(15),
  AUTH_RATE_MAIL: seconds(10),
  AUTH_RATE_FLOWS: seconds(100),
});

export type Config = z.infer<typeof environment> & Pick<Providers, 'oidc' | 'saml'>;

/** What is wrong with the environment, one line for each variable. */
export class InvalidConfig extends Error {}

/** Reads the environment. Throws InvalidConfig that names each variable that does not fit; DATA_DIR is made absolute. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const { oidc, saml, faults } = readProviders(given);
  const issues = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  if (given.DATABASE_POOLER && !given.DATABASE_URL) issues.push('DATABASE_POOLER: goes with DATABASE_URL only');
  if (!parsed.success || issues.length + faults.length > 0) throw new InvalidConfig([...issues, ...faults].join('\n'));
  return { ...parsed.data, oidc, saml, DATA_DIR: path.resolve(parsed.data.DATA_DIR) };
}

/** Where people find the app, without a slash at its end; from the configuration, never from a request's Host, which its sender writes. */
export function siteOf({ SITE_URL, HOST, PORT }: Pick<Config, 'SITE_URL' | 'HOST' | 'PORT'>): string {
  if (SITE_URL) return SITE_URL.replace(/\/+$/, '');
  const isThisMachine = /^(127\.|0\.0\.0\.0$|::1?$|localhost$)/.test(HOST);
  return `http://${isThisMachine ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}
