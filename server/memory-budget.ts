// Bounds the memory that concurrent requests hold together.
/** One holder may have this share of the free memory, so that some is always left for the next holder. */
const SHARE = 1 / 4;

/** The memory of one request. */
export type Reservation = {
  /** Reserves more bytes. Returns false, and reserves nothing, if too few are free. */
  take(bytes: number): boolean;
  /** Whether the bytes that `take` did not reserve would have been free without the holder's other reservations. */
  isBlockedByOwn(): boolean;
  /** Releases all bytes. Further calls do nothing. */
  release(): void;
};

export class MemoryBudget {
  private free: number;
  private readonly held = new Map<string, number>();

  constructor(bytes: number) {
    this.free = bytes;
  }

  open(holder: string): Reservation {
    let own = 0;
    let isBlockedByOwn = false;
    return {
      take: (bytes) => {
        const held = this.held.get(holder) ?? 0;
        if (held + bytes > (this.free - bytes) * SHARE) {
          isBlockedByOwn = own + bytes <= (this.free + held - own - bytes) * SHARE;
          return false;
        }
        this.free -= bytes;
        this.held.set(holder, held + bytes);
        own += bytes;
        return true;
      },
      isBlockedByOwn: () => isBlockedByOwn,
      release: () => {
        const left = (this.held.get(holder) ?? 0) - own;
        if (left > 0) this.held.set(holder, left);
        else this.held.delete(holder);
        this.free += own;
        own = 0;
      },
    };
  }
}
