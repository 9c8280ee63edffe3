// In charge of what anybody may know of this service: its public keys, its settings, that it is there.
import manifest from '../../package.json' with { type: 'json' };
import type { Dependencies, Endpoint } from './context.ts';

export const publishKeys =
  ({ keys }: Dependencies): Endpoint =>
  async (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(await keys.jwks());
  };

export const showSettings =
  ({ config }: Dependencies): Endpoint =>
  (c) =>
    c.json({
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

export const showHealth: Endpoint = (c) =>
  c.json({ name: 'Leadlight accounts', version: manifest.version, description: 'Accounts and sessions of Leadlight' });
