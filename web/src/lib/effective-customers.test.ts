import { afterEach, expect, test } from 'vitest';
import { limitedUrl, limitToCustomers } from './effective-customers.ts';

const rest = (path: string) => `https://app.example/rest/v1/${path}`;

afterEach(() => limitToCustomers(null));

test.each([
  ['GET', 'leads?id=eq.1', 'leads?id=eq.1&customer_id=in.%28a%2Cb%29'],
  ['HEAD', 'companies', 'companies?customer_id=in.%28a%2Cb%29'],
  ['PATCH', 'campaigns?id=eq.1', 'campaigns?id=eq.1&customer_id=in.%28a%2Cb%29'],
  ['DELETE', 'campaign_steps?id=eq.1', 'campaign_steps?id=eq.1&customer_id=in.%28a%2Cb%29'],
  ['GET', 'leads?customer_id=eq.c', 'leads?customer_id=eq.c&customer_id=in.%28a%2Cb%29'],
  ['GET', 'leads?customer_id=in.(a,b)', 'leads?customer_id=in.(a,b)'],
  ['POST', 'comments', 'comments'],
  ['POST', 'rpc/leads', 'rpc/leads'],
  ['GET', 'customer_users?user_id=eq.1', 'customer_users?user_id=eq.1'],
])('%s %s is limited to the effective customers', (method, path, limited) => {
  limitToCustomers(['a', 'b']);
  expect(limitedUrl(rest(path), method)).toBe(rest(limited));
});

test('without effective customers no row is found', () => {
  limitToCustomers([]);
  expect(limitedUrl(rest('leads'))).toBe(rest('leads?customer_id=in.%28%29'));
});

test('nothing is limited in the administrators’ area', () => {
  expect(limitedUrl(rest('leads?id=eq.1'))).toBe(rest('leads?id=eq.1'));
});
