// SHA-256 of a text that comes in pieces, which can go on in another process. Not by SubtleCrypto, which takes no pieces and is missing without TLS.
import { _SHA256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

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

export class Checksum {
  readonly #hash = new Sha256();

  constructor(saved?: SavedChecksum) {
    if (saved) this.#hash.goOn(saved);
  }

  add(text: string): void {
    this.#hash.update(utf8ToBytes(text));
  }

  save(): SavedChecksum {
    return this.#hash.state();
  }

  /** The checksum in hexadecimal. */
  end(): string {
    return bytesToHex(this.#hash.digest());
  }
}
