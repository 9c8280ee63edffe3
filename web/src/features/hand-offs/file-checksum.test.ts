import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileChecksum } from './file-checksum.ts';

test('the checksum of pieces is that of the whole file', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
      const checksum = new FileChecksum();
      for (const piece of pieces) checksum.add(piece);
      expect(checksum.end()).toBe(createHash('sha256').update(pieces.join('')).digest('hex'));
    }),
  );
});
