// In charge of how much one client may ask of this server: bytes, time, depth, number. docs/security.md tells what each one stands against.
const KIB = 1024;
const MIB = 1024 * KIB;

/** Of a connection, in milliseconds: a client that stalls is let go. */
export const lineLimits = {
  /** Until the headers are there. */
  headers: 15_000,
  /** Until the whole request is there: the largest body over a line of two megabits a second. */
  request: 120_000,
  /** Until an answer with rows is taken: the largest one over a line of two megabits a second. */
  answer: 120_000,
  /** Without a byte either way. */
  silence: 60_000,
  connections: 10_000,
  /** Of the request line and all headers, in bytes. */
  headerBytes: 16 * KIB,
};

/** Of a body, in bytes. */
export const bodyLimits = {
  /** A call of import_rows carries 4 MiB of CSV, refused rows with their cells, and JSON escapes. */
  rows: 32 * MIB,
  /** Of whoever has shown no token: the calls that are open to everybody take a few short texts. */
  anonymousRows: 64 * KIB,
  accounts: MIB,
  /** All bodies of rows at one moment, as far as they have come in, until their request is answered. */
  rowsTogether: 256 * MIB,
};

/** Of an answer with rows, in bytes as PostgreSQL sends it. */
export const answerLimits = {
  one: 16 * MIB,
  /** Up to this the network takes an answer at once, so that it is not counted while it is sent. */
  small: 64 * KIB,
  /** All answers that are being built, or sent to whoever reads slowly. */
  together: 128 * MIB,
};

/** What may wait for a connection to the rows, and for how long. A page of the app asks for ten things at once. */
export const queueLimits = { longestWaitMs: 10_000, waitingPerCaller: 100, waitingPerAddress: 20, waitingInAll: 2_000 };

/** Of one address: requests to the accounts that are under way. */
export const accountLimits = { atOnce: 500 };

/** Of statements for callers without a role, who read an invitation and accept it. */
export const statementLimits = { guestMs: 2_000 };

/** Of a query string. */
export const queryLimits = { parameters: 200, conditions: 500, conditionDepth: 12, embedDepth: 12, embeds: 48 };

/** Of an answer's Content-Location, in characters: proxies keep 4 KiB for all headers. */
export const longestLocation = 2 * KIB;
