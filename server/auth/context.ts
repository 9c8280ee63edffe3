import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Accounts } from '../database/connections/pool.ts';
import type { RequestClient } from '../http/client.ts';
import type { Keys } from '../jwt.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { RateLimiter } from '../rate-limiter.ts';
import type { OpenIdProvider } from './providers/openid.ts';
import type { SamlConnection } from './providers/saml.ts';
import type { Session } from './sessions/sessions.ts';
import type { AuthUser } from './users.ts';

/** `database` is that of one client, in turns with all others. */
export type AuthServices = { database: Accounts; keys: Keys; config: Config; mailer: Mailer; log: Logger };

/** The context of work that goes on after the response. One with the request would keep its body in memory. */
export type ServiceContext = { readonly var: AuthServices };

export type AuthVariables = AuthServices & {
  /** The OpenID providers of the configuration, by name. */
  openIdProviders: Map<string, OpenIdProvider>;
  samlConnections: SamlConnection[];
  /** This instance's rate limiters, by the name of the limit. */
  rateLimiters: Map<string, RateLimiter>;
  client: RequestClient;
  /** Reads the body, within its limits: 1 MiB, or so many bytes. */
  readText: (limit?: number) => Promise<string>;
  requestId?: string;
};

export type AuthEnv = { Variables: AuthVariables };

/** Hono's context without `set`, so that a UserContext is also an AuthContext: the two types of `set` are not compatible. */
export type AuthContext = Omit<Context<AuthEnv>, 'set'>;

export type Authenticated = { user: AuthUser; session: Session };

/** Behind the middleware `requireUser`. */
export type UserEnv = { Variables: AuthVariables & Authenticated };

export type UserContext = Omit<Context<UserEnv>, 'set'>;
