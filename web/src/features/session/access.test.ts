import { describe, expect, it } from 'vitest';
import { accessFor, entryFor } from './access.ts';

const stranger = { loading: false, signedIn: false, isAdmin: false, isCustomer: false, isImpersonating: false };
const newcomer = { ...stranger, signedIn: true };
const customer = { ...newcomer, isCustomer: true };
const admin = { ...newcomer, isAdmin: true };
const both = { ...admin, isCustomer: true };
const impersonator = { ...admin, isImpersonating: true };
const pretender = { ...newcomer, isImpersonating: true };
const unknown = { ...stranger, loading: true };

describe('the guard', () => {
  it.each([
    ['waits while the session loads', unknown, 'admin', 'wait'],
    ['sends a stranger to sign in', stranger, 'customer', 'sign-in'],
    ['denies a newcomer the customer area', newcomer, 'customer', 'denied'],
    ['denies a newcomer the admin area', newcomer, 'admin', 'denied'],
    ['lets a customer into the customer area', customer, 'customer', 'granted'],
    ['denies a customer the admin area', customer, 'admin', 'denied'],
    ['lets an admin into the admin area', admin, 'admin', 'granted'],
    ['denies a mere admin the customer area', admin, 'customer', 'denied'],
    ['lets who is both into the customer area', both, 'customer', 'granted'],
    ['lets an admin who is impersonating into the customer area', impersonator, 'customer', 'granted'],
    ['lets an admin who is impersonating into the admin area', impersonator, 'admin', 'granted'],
    ['denies who only says to be impersonating', pretender, 'customer', 'denied'],
  ] as const)('%s', (_, visitor, role, access) => {
    expect(accessFor(visitor, role)).toBe(access);
  });
});

describe('the way in', () => {
  it.each([
    ['waits while the session loads', unknown, 'wait'],
    ['leads a stranger to /auth', stranger, 'auth'],
    ['leads a newcomer to /auth', newcomer, 'auth'],
    ['leads a customer to /dashboard', customer, 'dashboard'],
    ['leads an admin to /admin', admin, 'admin'],
    ['leads who is both to /admin', both, 'admin'],
    ['leads an admin who is impersonating to /dashboard', impersonator, 'dashboard'],
    ['leads who only says to be impersonating to /auth', pretender, 'auth'],
  ] as const)('%s', (_, visitor, entry) => {
    expect(entryFor(visitor)).toBe(entry);
  });
});
