import { describe, expect, it } from 'vitest';
import { accessFor, homeFor } from './access.ts';

const signedOut = { loading: false, signedIn: false, isAdmin: false, isCustomer: false, isImpersonating: false };
const withoutRole = { ...signedOut, signedIn: true };
const customer = { ...withoutRole, isCustomer: true };
const admin = { ...withoutRole, isAdmin: true };
const both = { ...admin, isCustomer: true };
const impersonating = { ...admin, isImpersonating: true };
const notAdmin = { ...withoutRole, isImpersonating: true };
const loading = { ...signedOut, loading: true };

describe('the access to an area', () => {
  it.each([
    ['waits while the session loads', loading, 'admin', 'wait'],
    ['needs a sign-in', signedOut, 'customer', 'sign-in'],
    ['is denied without a role: customer area', withoutRole, 'customer', 'denied'],
    ['is denied without a role: admin area', withoutRole, 'admin', 'denied'],
    ['is granted to a customer: customer area', customer, 'customer', 'granted'],
    ['is denied to a customer: admin area', customer, 'admin', 'denied'],
    ['is granted to an administrator: admin area', admin, 'admin', 'granted'],
    ['is denied to an administrator: customer area', admin, 'customer', 'denied'],
    ['is granted to a user with both roles: customer area', both, 'customer', 'granted'],
    ['is granted to an administrator who impersonates: customer area (S6.8)', impersonating, 'customer', 'granted'],
    ['waits until the impersonation of an administrator has ended: admin area', impersonating, 'admin', 'wait'],
    ['is denied to a user who impersonates without the admin role', notAdmin, 'customer', 'denied'],
  ] as const)('the access to an area %s', (_, visitor, role, access) => {
    expect(accessFor(visitor, role)).toBe(access);
  });
});

describe('the home page', () => {
  it.each([
    ['waits while the session loads', loading, 'wait'],
    ['is /auth without a session', signedOut, 'auth'],
    ['is /auth without a role', withoutRole, 'auth'],
    ['is /dashboard for a customer', customer, 'dashboard'],
    ['is /admin for an administrator', admin, 'admin'],
    ['is /admin for a user with both roles', both, 'admin'],
    ['is /dashboard for an administrator who impersonates (S2.12)', impersonating, 'dashboard'],
    ['is /auth for a user who impersonates without the admin role', notAdmin, 'auth'],
  ] as const)('the home page %s', (_, visitor, home) => {
    expect(homeFor(visitor)).toBe(home);
  });
});
