// Public endpoints: the signing keys, the settings and the health of the service.
import manifest from '../../package.json' with { type: 'json' };
import type { AuthContext } from './context.ts';

export async function listKeys(c: AuthContext): Promise<Response> {
  c.header('Cache-Control', 'public, max-age=600');
  return c.json(await c.var.keys.jwks());
}

export function readSettings(c: AuthContext): Response {
  const { config } = c.var;
  return c.json({
    external: {
      anonymous_users: false,
      email: true,
      phone: false,
      ...Object.fromEntries(config.oidc.map(({ name }) => [name, true])),
    },
    disable_signup: config.AUTH_DISABLE_SIGNUP,
    mailer_autoconfirm: !config.AUTH_CONFIRM_EMAIL,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: config.saml.length > 0,
  });
}

export const readHealth = (c: AuthContext): Response =>
  c.json({ name: 'Leadlight accounts', version: manifest.version, description: 'Accounts and sessions of Leadlight' });
