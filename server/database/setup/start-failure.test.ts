import { expect, test } from 'vitest';
import { diskFull, StartFailure } from './start-failure.ts';

const enospc = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const extending = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), {
  code: '53100',
});

test.each([
  [enospc, enospc.message],
  [extending, extending.message],
  [new StartFailure('The database cannot be used', { cause: extending }), extending.message],
])('a start without disk space says so in a sentence: %s', (error, reason) => {
  expect(diskFull(error)).toEqual(
    new StartFailure(
      `There is no space left on the disk (${reason}): free some space, then start again. No data is lost.`,
    ),
  );
});

test.each([[new Error('other')], [new StartFailure('other', { cause: new Error('another') })], [undefined]])(
  'another failure is no full disk: %s',
  (error) => {
    expect(diskFull(error)).toBeUndefined();
  },
);
