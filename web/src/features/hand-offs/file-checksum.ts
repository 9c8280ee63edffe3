import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a text that comes in pieces, in hexadecimal. Not by SubtleCrypto, which takes no pieces and is missing without TLS. */
export class FileChecksum {
  readonly #hash = sha256.create();

  add(text: string): void {
    this.#hash.update(utf8ToBytes(text));
  }

  end(): string {
    return bytesToHex(this.#hash.digest());
  }
}
