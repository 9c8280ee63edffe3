import { expect, test } from 'vitest';
import { openWorkQueue, QueueFull } from './work-queue.ts';

/** Work that ends when told to, and a record of what has begun. */
function workshop() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    begun.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return { begun, work, end: (name: string) => ends.get(name) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('no more run abreast than agreed, and they begin in the order of their coming', async () => {
  const { begun, work, end } = workshop();
  const queue = openWorkQueue({ abreast: 2, waiting: 10 });
  const results = ['a', 'b', 'c', 'd'].map((name) => queue(work(name)));
  await settled();
  expect(begun).toEqual(['a', 'b']);
  end('b')?.resolve('B');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a')?.resolve('A');
  await settled();
  end('c')?.resolve('C');
  end('d')?.resolve('D');
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
});

test('one too many is refused without being begun, and a place that gets free is given again', async () => {
  const { begun, work, end } = workshop();
  const queue = openWorkQueue({ abreast: 1, waiting: 1 });
  const first = queue(work('first'));
  const second = queue(work('second'));
  await expect(queue(work('third'))).rejects.toThrow(QueueFull);
  end('first')?.resolve('done');
  await first;
  await settled();
  const fourth = queue(work('fourth'));
  end('second')?.resolve('done');
  await second;
  await settled();
  end('fourth')?.resolve('done');
  await fourth;
  expect(begun).toEqual(['first', 'second', 'fourth']);
});

test('work that fails gives its place back', async () => {
  const queue = openWorkQueue({ abreast: 1, waiting: 0 });
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(() => Promise.resolve('next'))).toBe('next');
});
