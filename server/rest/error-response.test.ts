import { describe, expect, test } from 'vitest';
import { statement } from '#tests/support/example-catalog.ts';

describe('the error for an unknown name', () => {
  test.each([
    ['GET', '/nope', {}, undefined, 'PGRST205'],
    ['GET', '/leads?select=nope', {}, undefined, '42703'],
    ['GET', '/leads?nope=eq.1', {}, undefined, '42703'],
    ['GET', '/leads?order=nope', {}, undefined, '42703'],
    ['GET', '/leads?select=id::nope', {}, undefined, '42704'],
    ['GET', '/leads?select=nope(*)', {}, undefined, 'PGRST200'],
    ['GET', '/leads?customers.name=eq.1', {}, undefined, 'PGRST108'],
    ['GET', '/leads?select=customers()&customers=eq.1', {}, undefined, 'PGRST120'],
    ['GET', '/customers?select=...leads(id)', {}, undefined, 'PGRST119'],
    ['GET', '/customers?select=leads()&order=leads(id)', {}, undefined, 'PGRST118'],
    ['GET', '/places?select=places!nope(*)', {}, undefined, 'PGRST200'],
    ['GET', '/rpc/nope', {}, undefined, 'PGRST202'],
    ['GET', '/rpc/add?c=1', {}, undefined, 'PGRST202'],
    ['POST', '/leads', {}, { nope: 1 }, 'PGRST204'],
    ['POST', '/leads?on_conflict=nope', { prefer: 'resolution=merge-duplicates' }, { name: 'x' }, '42703'],
    ['POST', '/leads', {}, [{ name: 'x' }, { id: 1 }], 'PGRST102'],
    ['POST', '/leads', {}, 3, 'PGRST102'],
    ['POST', '/leads', { 'content-type': 'text/csv' }, {}, 'PGRST102'],
    ['GET', '/leads', { 'accept-profile': 'private' }, undefined, 'PGRST106'],
    ['GET', '/leads/1', {}, undefined, 'PGRST125'],
    ['GET', '/', {}, undefined, 'PGRST126'],
    ['PUT', '/leads', {}, {}, 'PGRST117'],
    ['DELETE', '/rpc/add', {}, undefined, 'PGRST101'],
    ['GET', '/leads', { prefer: 'handling=strict,foo' }, undefined, 'PGRST122'],
    ['POST', '/rpc/add', { prefer: 'handling=strict,max-affected=1' }, { a: 1 }, 'PGRST128'],
  ])('%s %s gets an error', async (method, target, headers, body, code) => {
    await expect(statement(method, target, headers, body)).rejects.toMatchObject({ body: { code } });
  });
});
