import { expect, test } from 'vitest';
import { unsubscribe } from './handler.ts';

const SITE = 'https://leads.example';
const TOKEN = 'a'.repeat(64);

function open(answer: () => Response) {
  const asked: unknown[] = [];
  const serve = unsubscribe({
    serviceApi: {
      url: 'https://project.example',
      key: () => 'service',
      fetch: async (request) => {
        asked.push([new URL(request.url).pathname, request.headers.get('apikey'), await request.json()]);
        return answer();
      },
    },
    siteUrl: SITE,
    report: () => {},
  });
  const send = (method: string, path: string) => {
    const body = method === 'POST' ? new URLSearchParams('List-Unsubscribe=One-Click') : undefined;
    return serve(new Request(`https://project.example${path}`, { method, body }));
  };
  return { asked, send };
}

test('the POST of a mail program turns off the emails of the link’s kind, without a session', async () => {
  const { asked, send } = open(() => Response.json(1));
  const answers = [await send('POST', `/unsubscribe/${TOKEN}`), await send('POST', `/unsubscribe/reminder/${TOKEN}`)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.headers.get('set-cookie')).toBeNull();
  const path = '/rest/v1/rpc/unsubscribe';
  expect(asked).toEqual([
    [path, 'service', { kind: 'digest', token: TOKEN }],
    [path, 'service', { kind: 'reminder', token: TOKEN }],
  ]);
});

test('opening the link leads to the page of the app, and asks the database for nothing', async () => {
  const { asked, send } = open(() => Response.json(1));
  for (const path of [`/unsubscribe/${TOKEN}`, `/unsubscribe/news/${TOKEN}`]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await send(method, path);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, SITE + path]);
    }
  }
  expect(asked).toEqual([]);
});

test('an unknown token, kind or path is not found, and leads nowhere', async () => {
  const { asked, send } = open(() => Response.json(0));
  expect((await send('POST', `/unsubscribe/${TOKEN}`)).status).toBe(404);
  expect(asked).toHaveLength(1);
  const strays = [`/unsubscribe/invitation/${TOKEN}`, '/unsubscribe/short', '/unsubscribe', `/unsubscribe//${TOKEN}`];
  for (const path of strays) {
    expect((await send('POST', path)).status, path).toBe(404);
    expect((await send('GET', path)).headers.get('location'), path).toBeNull();
  }
  expect(asked).toHaveLength(1);
});

test('a database that is away is an answer to try again', async () => {
  const { send } = open(() => new Response('{}', { status: 503 }));
  expect((await send('POST', `/unsubscribe/${TOKEN}`)).status).toBe(503);
});
