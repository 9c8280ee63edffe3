// In charge of naming what the accounts stand on.
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../database/pool.ts';
import type { Keys } from '../jwt.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { OpenIdProvider } from './providers/openid.ts';
import type { SignOn } from './providers/saml.ts';

export type Services = { database: Database; keys: Keys; config: Config; mailer: Mailer; log: Logger };

export type Dependencies = Services & {
  /** The OpenID providers of the configuration, by name. */
  providers: Map<string, OpenIdProvider>;
  /** The companies' own sign-ons of the configuration. */
  signOns: SignOn[];
};

/** What the application gives each request: its id. */
export type AuthEnv = { Variables: { requestId?: string } };

export type AuthContext = Context<AuthEnv>;

export type Endpoint = (c: AuthContext) => Promise<Response> | Response;
