import { expect, test, vi } from 'vitest';
import type { CallDatabase } from '../../domain/job-work.ts';
import { worker } from './worker.ts';

const url = 'https://project.example';
const open = (work: Parameters<typeof worker>[1], { key = 'service', fetch = () => Response.json(null) } = {}) =>
  worker({ url, key: () => key, fetch }, work, () => {});
const ask = (work: ReturnType<typeof worker>, key: string) =>
  work(new Request('http://localhost/', { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: '{}' }));

test('only the service key starts the work, and a project without one starts none', async () => {
  const work = vi.fn(async () => ({}));
  const answers = [await ask(open(work), 'publishable'), await ask(open(work, { key: '' }), '')];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(work).not.toHaveBeenCalled();
  expect((await ask(open(work), 'service')).status).toBe(200);
});

test('the work calls functions of the database with the service key, whose errors keep their code', async () => {
  const asked: Request[] = [];
  const fetch = (request: Request) => {
    asked.push(request);
    return asked.length === 1 ? Response.json(7) : Response.json({ code: 'PT409', message: 'Gone' }, { status: 409 });
  };
  const work = async (call: CallDatabase) => [
    await call('take_job', { seconds: 1 }),
    await call('fail_job', {}).catch(({ code, message }) => ({ code, message })),
  ];
  const answer = await ask(
    worker({ url, key: () => 'service', fetch }, work, () => {}),
    'service',
  );
  expect(await answer.json()).toEqual([7, { code: 'PT409', message: 'Gone' }]);
  expect(asked[0]?.url).toBe(`${url}/rest/v1/rpc/take_job`);
  expect(asked[0]?.headers.get('apikey')).toBe('service');
  expect(await asked[0]?.json()).toEqual({ seconds: 1 });
});
