// In charge of the contract's other endpoints: says in its words that they are switched off, after the checks that come before. Does nothing else.
import { Hono } from 'hono';
import { requireServiceRole, requireUser } from './authentication.ts';
import type { AuthContext, AuthEnv, Dependencies } from './context.ts';
import { AuthError, notAvailable } from './errors.ts';

type Route = { methods: string[]; path: string; error: () => AuthError };
type Check = (c: AuthContext, deps: Dependencies) => Promise<unknown>;

const ANY = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const otpDisabled = () => new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');

const forAnybody: Route[] = [
  { methods: ['POST'], path: '/otp', error: otpDisabled },
  { methods: ['POST'], path: '/magiclink', error: otpDisabled },
  { methods: ANY, path: '/oauth/*', error: () => notAvailable('The OAuth server') },
];

const forUsers: Route[] = [{ methods: ANY, path: '/passkeys/*', error: () => notAvailable('Sign-in by passkey') }];

const forTheService: Route[] = [
  { methods: ANY, path: '/admin/*', error: () => notAvailable('Administration by the service') },
];

export function unavailable(deps: Dependencies): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  const refuse = (routes: Route[], check?: Check) => {
    for (const { methods, path, error } of routes) {
      app.on(methods, path, async (c) => {
        await check?.(c, deps);
        throw error();
      });
    }
  };
  refuse(forAnybody);
  refuse(forUsers, requireUser);
  refuse(forTheService, requireServiceRole);
  return app;
}
