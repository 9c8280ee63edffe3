// Bytes that many requests hold at once.

/** How much of what is free one holder may have: however many of them take all they can, something is left for the next one. */
const SHARE = 1 / 4;

/** Bytes that one request holds. */
export type Reservation = {
  /** Reserves more of them. Returns false, and reserves nothing, if too few are free. */
  take(bytes: number): boolean;
  /** Returns all of them; again it does nothing. */
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
    return {
      take: (bytes) => {
        const held = this.held.get(holder) ?? 0;
        if (held + bytes > (this.free - bytes) * SHARE) return false;
        this.free -= bytes;
        this.held.set(holder, held + bytes);
        own += bytes;
        return true;
      },
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
