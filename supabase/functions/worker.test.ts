import { afterEach, expect, test, vi } from 'vitest';
import type { CallDatabase } from '../../domain/job-work.ts';
import { worker } from './worker.ts';

const project = { url: 'https://project.example', serviceKey: 'service', report: () => {} };
const ask = (work: ReturnType<typeof worker>, key: string) =>
  work(new Request('http://localhost/', { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: '{}' }));

afterEach(() => void vi.unstubAllGlobals());

test('only the service key starts the work, and a project without one starts none', async () => {
  const work = vi.fn(async () => ({}));
  const answers = [
    await ask(worker(project, work), 'publishable'),
    await ask(worker({ ...project, serviceKey: '' }, work), ''),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(work).not.toHaveBeenCalled();
  expect((await ask(worker(project, work), 'service')).status).toBe(200);
});

test('the work calls functions of the database with the service key, whose errors keep their code', async () => {
  const asked: [url: string, key: string, body: unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: { apikey: string }; body: string }) => {
    asked.push([url, headers.apikey, JSON.parse(body)]);
    return asked.length === 1 ? Response.json(7) : Response.json({ code: 'PT409', message: 'Gone' }, { status: 409 });
  });
  const work = async (call: CallDatabase) => [
    await call('take_job', { seconds: 1 }),
    await call('fail_job', {}).catch(({ code, message }) => ({ code, message })),
  ];
  const answer = await ask(worker(project, work), 'service');
  expect(await answer.json()).toEqual([7, { code: 'PT409', message: 'Gone' }]);
  expect(asked[0]).toEqual(['https://project.example/rest/v1/rpc/take_job', 'service', { seconds: 1 }]);
});
