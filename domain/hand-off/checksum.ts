// SHA-256 of a text that comes in pieces, which can go on in another process. Not by SubtleCrypto, which takes no pieces and is missing without TLS.
import { _SHA256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The eight words of the hash, the number of bytes, and those of the last block that is not full. */
export type SavedChecksum = { words: number[]; length: number; rest: number[] };

type Words = Parameters<_SHA256['set']>;

class Sha256 extends _SHA256 {
  state(): SavedChecksum {
    return { words: this.get(), length: this.length, rest: [...this.buffer.subarray(0, this.pos)] };
  }

  goOn({ words, length, rest }: SavedChecksum): void {
    this.set(...(words as Words));
    this.length = length - rest.length;
    this.update(Uint8Array.from(rest));
  }
}

const encoder = new TextEncoder();

/** The bytes of texts, one part after the other: memory that is used again costs half the time of new memory. */
const bytes = new Uint8Array(64 * 1024);

export class Checksum {
  readonly #hash = new Sha256();

  constructor(saved?: SavedChecksum) {
    if (saved) this.#hash.goOn(saved);
  }

  add(text: string): void {
    for (let rest = text; rest !== ''; ) {
      const { read, written } = encoder.encodeInto(rest, bytes);
      this.#hash.update(bytes.subarray(0, written));
      rest = rest.slice(read);
    }
  }

  save(): SavedChecksum {
    return this.#hash.state();
  }

  /** The checksum in hexadecimal. */
  end(): string {
    return bytesToHex(this.#hash.digest());
  }
}
