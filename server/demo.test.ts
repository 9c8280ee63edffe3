import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { allowsDemo } from './demo.ts';

test.each([
  [{}, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'localhost' }, true],
  [{ DATA_DIR: '/srv/leads', PORT: '4000' }, true],
  [{ DEMO: 'keep' }, true],
  [{ DEMO: 'off' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.4' }, false],
  [{ DATABASE_URL: 'postgresql://owner@db/leads' }, false],
  [{ SITE_URL: 'https://leads.example' }, false],
  [{ SMTP_URL: 'smtp://mail.example' }, false],
  [{ ADMIN_EMAIL: 'boss@example.test' }, false],
  [{ ADMIN_PASSWORD: 'password' }, false],
  [{ TRUST_PROXY: '1' }, false],
  [{ TRUST_PROXY: '0' }, true],
])('with %j the demo is allowed: %s', (env, allowed) => {
  expect(allowsDemo(readConfig(env))).toBe(allowed);
});
