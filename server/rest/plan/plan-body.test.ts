import { expect, test } from 'vitest';
import { queryLimits } from '#server/limits.ts';
import { catalog } from '#tests/support/example-catalog.ts';
import { readRequest } from '../request/read-request.ts';
import { planBody } from './plan-request.ts';

const KIB = 1024;

test.each([
  ['/leads', 4 * KIB * KIB],
  ['/rpc/echo', 32 * KIB * KIB],
  ['/rpc/list_leads', KIB * KIB],
  ['/rpc/find', KIB * KIB],
  ['/rpc/nothing', 64 * KIB],
])('the body of %s has at most %i bytes', (target, most) => {
  const request = new Request(`http://host/rest/v1${target}`, { method: 'POST' });
  const head = readRequest(request, { mount: '/rest/v1', limits: queryLimits });
  expect(planBody(head, catalog, queryLimits)).toBe(most);
});
