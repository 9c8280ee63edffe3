import { expect, test } from 'vitest';
import { openWorkQueue, QueueFull } from './work-queue.ts';

/** Work that the test ends, and the names of the started works in order. */
function controlledWork() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    started.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return { started, work, end: (name: string) => ends.get(name) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('at most `concurrency` works run at once, in the order in which they were submitted', async () => {
  const { started, work, end } = controlledWork();
  const queue = openWorkQueue({ concurrency: 2, waiting: 10 });
  const results = ['a', 'b', 'c', 'd'].map((name) => queue(name, work(name)));
  await settled();
  expect(started).toEqual(['a', 'b']);
  end('b')?.resolve('B');
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);
  end('a')?.resolve('A');
  await settled();
  end('c')?.resolve('C');
  end('d')?.resolve('D');
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
});

test('work above the limit is rejected without being started, and a free slot is used again', async () => {
  const { started, work, end } = controlledWork();
  const queue = openWorkQueue({ concurrency: 1, waiting: 1 });
  const first = queue('a', work('first'));
  const second = queue('a', work('second'));
  await expect(queue('a', work('third'))).rejects.toThrow(QueueFull);
  end('first')?.resolve('done');
  await first;
  await settled();
  const fourth = queue('a', work('fourth'));
  end('second')?.resolve('done');
  await second;
  await settled();
  end('fourth')?.resolve('done');
  await fourth;
  expect(started).toEqual(['first', 'second', 'fourth']);
});

test('failed work frees its slot', async () => {
  const queue = openWorkQueue({ concurrency: 1, waiting: 0 });
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue('a', () => Promise.resolve('next'))).toBe('next');
});

test('requesters take turns in the order of their first submission', async () => {
  const { started, work, end } = controlledWork();
  const queue = openWorkQueue({ concurrency: 1, waiting: 10 });
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  const results = names.map((name) => queue(name.slice(0, 1), work(name)));
  for (let number = 0; number < names.length; number += 1) {
    await settled();
    end(started.at(-1) ?? '')?.resolve('done');
  }
  await Promise.all(results);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('in a full queue, the newest work of the requester with the most gives way to a requester with fewer', async () => {
  const { started, work, end } = controlledWork();
  const queue = openWorkQueue({ concurrency: 1, waiting: 3 });
  const [first, second, third, fourth] = ['a1', 'a2', 'a3', 'a4'].map((name) => queue('a', work(name)));
  const other = queue('b', work('b1'));
  await expect(fourth).rejects.toThrow(QueueFull);
  await expect(queue('a', work('a5'))).rejects.toThrow(QueueFull);
  await expect(queue('b', work('b2'))).rejects.toThrow(QueueFull);
  for (const name of ['a1', 'a2', 'b1', 'a3']) {
    await settled();
    end(name)?.resolve(name);
  }
  expect(await Promise.all([first, second, third, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});
