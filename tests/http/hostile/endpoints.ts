// Every endpoint of accounts and functions, each with a valid request.
import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../auth/requests.ts';

/** `leaver` is a user who signs out. */
export type Caller = 'anonymous' | 'user' | 'leaver' | 'service' | 'admin';
export type Body = Record<string, unknown>;

const HOME = 'http://localhost:4321';
const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' };

/** `fresh` stands for a new email; `:user` and the like are ids. */
export const bodies: [caller: Caller, target: string, body: Body][] = [
  [
    'anonymous',
    'POST /auth/v1/signup',
    { email: 'fresh', password: PASSWORD, phone: null, data: { full_name: 'Ada' } },
  ],
  ['anonymous', 'POST /auth/v1/signup', { email: 'fresh', password: null, channel: null, ...challenge }],
  ['anonymous', 'POST /auth/v1/token?grant_type=password', { email: 'a@example.test', password: 'x', phone: null }],
  ['anonymous', 'POST /auth/v1/token?grant_type=refresh_token', { refresh_token: 'abcdefghijkl' }],
  ['anonymous', 'POST /auth/v1/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'x' }],
  [
    'anonymous',
    'POST /auth/v1/token?grant_type=id_token',
    { id_token: 'a.b.c', provider: 'example', client_id: 'x', issuer: 'x', nonce: 'x', link_identity: false },
  ],
  ['anonymous', 'POST /auth/v1/token?grant_type=web3', { chain: 'x', message: 'x' }],
  ['anonymous', 'POST /auth/v1/recover', { email: 'fresh', ...challenge }],
  ['anonymous', 'POST /auth/v1/resend', { type: 'signup', email: 'fresh', phone: null, ...challenge }],
  ['anonymous', 'POST /auth/v1/verify', { type: 'signup', email: 'fresh', token: '123456', phone: null }],
  ['anonymous', 'POST /auth/v1/verify', { type: 'recovery', token_hash: 'x' }],
  ['anonymous', 'POST /auth/v1/otp', { email: 'fresh', create_user: true }],
  ['anonymous', 'POST /auth/v1/magiclink', { email: 'fresh' }],
  [
    'anonymous',
    'POST /auth/v1/sso',
    { domain: 'acme.test', redirect_to: HOME, skip_http_redirect: true, ...challenge },
  ],
  ['anonymous', 'POST /auth/v1/sso', { provider_id: ':none', skip_http_redirect: true }],
  ['user', 'PUT /auth/v1/user', { data: { full_name: 'Ada' }, phone: null, app_metadata: null }],
  ['user', 'PUT /auth/v1/user', { email: 'fresh', ...challenge }],
  ['user', 'PUT /auth/v1/user', { password: PASSWORD, current_password: 'wrong', nonce: '123456' }],
  ['user', 'POST /auth/v1/factors', { factor_type: 'totp', friendly_name: 'phone', issuer: 'Leadlight' }],
  ['user', 'POST /auth/v1/factors/:factor/challenge', { channel: 'sms' }],
  ['user', 'POST /auth/v1/factors/:factor/verify', { challenge_id: ':none', code: '123456' }],
  ['user', 'DELETE /auth/v1/factors/:none', {}],
  ['leaver', 'POST /auth/v1/logout?scope=others', {}],
  [
    'service',
    'POST /auth/v1/admin/users',
    { email: 'fresh', password: null, email_confirm: true, user_metadata: {}, app_metadata: {}, ban_duration: '1h' },
  ],
  [
    'service',
    'PUT /auth/v1/admin/users/:victim',
    { email: 'fresh', password: null, email_confirm: true, user_metadata: {}, app_metadata: {}, ban_duration: 'none' },
  ],
  ['service', 'DELETE /auth/v1/admin/users/:none', { should_soft_delete: true }],
  [
    'service',
    'POST /auth/v1/admin/generate_link',
    { type: 'invite', email: 'fresh', password: null, data: {}, redirect_to: HOME },
  ],
  ['service', 'POST /auth/v1/admin/generate_link', { type: 'email_change_new', email: 'fresh', new_email: 'fresh' }],
  ['service', 'POST /auth/v1/invite', { email: 'fresh', data: {} }],
  [
    'admin',
    'POST /functions/v1/send-invitation',
    { email: 'a@example.test', customerName: 'A', inviterName: 'Ada', token: 'x', expiresAt: '2100-01-01T00:00:00Z' },
  ],
  [
    'admin',
    'POST /functions/v1/import-csv-data',
    {
      customerId: ':customer',
      fileName: 'a.csv',
      importType: 'leads',
      columnMapping: { Name: 'name' },
      csvData: 'Name\nAda\n',
      audience: 'A',
      importId: null,
      firstRow: 2,
      dryRun: true,
    },
  ],
];

const linking = { provider: 'example', scopes: 'x', redirect_to: HOME, skip_http_redirect: 'true', ...challenge };

export const queries: [caller: Caller, target: string, parameters: Record<string, string>][] = [
  ['anonymous', 'POST /auth/v1/signup', { redirect_to: HOME }],
  ['anonymous', 'POST /auth/v1/token', { grant_type: 'password' }],
  ['anonymous', 'POST /auth/v1/recover', { redirect_to: HOME }],
  ['anonymous', 'GET /auth/v1/verify', { token: 'x', type: 'recovery', redirect_to: HOME, email: 'x' }],
  ['anonymous', 'HEAD /auth/v1/verify', { token: 'x', type: 'recovery', redirect_to: HOME }],
  ['anonymous', 'GET /auth/v1/authorize', { ...linking, login_hint: 'x', prompt: 'x' }],
  [
    'anonymous',
    'GET /auth/v1/callback',
    { state: randomUUID(), code: 'x', error: 'x', error_description: 'x', iss: 'x' },
  ],
  ['anonymous', 'POST /auth/v1/sso', { redirect_to: HOME }],
  ['leaver', 'POST /auth/v1/logout', { scope: 'others' }],
  ['user', 'GET /auth/v1/user/identities/authorize', linking],
  ['user', 'PUT /auth/v1/user', { redirect_to: HOME }],
  ['service', 'GET /auth/v1/admin/users', { page: '1', per_page: '1' }],
  ['service', 'POST /auth/v1/admin/generate_link', { redirect_to: HOME }],
  ['service', 'POST /auth/v1/invite', { redirect_to: HOME }],
  ['admin', 'POST /functions/v1/import-csv-data', { forceFunctionRegion: 'x' }],
  ['anonymous', 'GET /config.json', { x: 'x' }],
];

/** `{}` stands for the part of the path. */
export const paths: [caller: Caller, target: string][] = [
  ['user', 'POST /auth/v1/factors/{}/challenge'],
  ['user', 'POST /auth/v1/factors/{}/verify'],
  ['user', 'DELETE /auth/v1/factors/{}'],
  ['user', 'DELETE /auth/v1/user/identities/{}'],
  ['service', 'GET /auth/v1/admin/users/{}'],
  ['service', 'PUT /auth/v1/admin/users/{}'],
  ['service', 'DELETE /auth/v1/admin/users/{}'],
  ['service', 'GET /auth/v1/admin/users/{}/factors'],
  ['service', 'DELETE /auth/v1/admin/users/:victim/factors/{}'],
  ['anonymous', 'GET /auth/v1/{}'],
  ['admin', 'POST /functions/v1/{}'],
  ['admin', 'GET /rest/v1/{}'],
  ['admin', 'POST /rest/v1/rpc/{}'],
  ['anonymous', 'GET /{}'],
  ['anonymous', 'GET /assets/{}'],
  ['anonymous', 'GET /invite/{}'],
];
