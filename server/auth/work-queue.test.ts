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
  const results = ['a', 'b', 'c', 'd'].map((name) => queue(name, work(name)));
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
  expect(begun).toEqual(['first', 'second', 'fourth']);
});

test('work that fails gives its place back', async () => {
  const queue = openWorkQueue({ abreast: 1, waiting: 0 });
  await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue('a', () => Promise.resolve('next'))).toBe('next');
});

test('parties take turns, in the order in which they came', async () => {
  const { begun, work, end } = workshop();
  const queue = openWorkQueue({ abreast: 1, waiting: 10 });
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  const results = names.map((name) => queue(name.slice(0, 1), work(name)));
  for (let number = 0; number < names.length; number += 1) {
    await settled();
    end(begun.at(-1) ?? '')?.resolve('done');
  }
  await Promise.all(results);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('where the queue is full, the party that has the most of it loses its newest to one that has less', async () => {
  const { begun, work, end } = workshop();
  const queue = openWorkQueue({ abreast: 1, waiting: 3 });
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
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});
