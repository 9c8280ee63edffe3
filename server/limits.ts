// Limits per client: bytes, time, nesting, counts. docs/security.md explains them.
const KIB = 1024;
const MIB = 1024 * KIB;

/** Timeouts in milliseconds, and other limits of a connection. */
export const connectionLimits = {
  /** Time to receive the headers. */
  headers: 15_000,
  /** Time to receive the whole request: the largest body at 2 Mbit/s. */
  request: 120_000,
  /** Time to send a response with rows: the largest one at 2 Mbit/s. */
  response: 120_000,
  /** Time without a byte in either direction, while a request is read or answered. */
  silence: 60_000,
  /** Time between two requests: longer than the 60 s for which proxies reuse a connection, so that none is closed under a request. */
  idle: 75_000,
  connections: 10_000,
  /** Connections that the system completes before the process accepts them, which it does one by one between its other work. The system may allow fewer. */
  backlog: 4_096,
  /** Connections of one IPv4 address or IPv6 /64, unless CONNECTIONS_PER_ADDRESS or a proxy is set. */
  perAddress: 256,
  /** Requests of one connection that have no response yet. With as many it is not read; with twice as many, which arrived together, it is closed. */
  pipelined: 10,
  /** Requests of all connections that wait for another one of their connection. */
  pipelinedTogether: 2_000,
  /** Chunks of one body without regard to their size; further ones must have this mean size in bytes. */
  chunks: 100,
  meanChunk: 128,
  /** Bytes of the request line and all headers. */
  headerBytes: 16 * KIB,
};

export type ConnectionLimits = typeof connectionLimits;

/** Request bodies, in bytes. */
export const bodyLimits = {
  /** The body of an insert, update or upsert. The app sends one row at a time. */
  rows: 4 * MIB,
  /** The body of a call of a function without required JSON arguments. 10,000 ids are 400 KiB. */
  arguments: MIB,
  /** import_rows takes 4 MiB of CSV, rejected rows with their cells, and JSON escapes. */
  jsonArguments: 32 * MIB,
  /** Bytes of a body without a role: the public functions take a few short texts. */
  anonymousRows: 64 * KIB,
  accounts: MIB,
  /** The body of a refresh and of a link's form, which are read before their limits are known. */
  small: 16 * KIB,
  /** All bodies of the auth API in memory at a time. */
  accountsTogether: 128 * MIB,
  /** All bodies of the row API in memory at a time. */
  rowsTogether: 256 * MIB,
};

/** Responses with rows, in bytes as sent by PostgreSQL. */
export const responseLimits = {
  one: 16 * MIB,
  /** Fits into the socket's buffer, so it is not counted while it is sent. */
  small: 64 * KIB,
  /** All responses that are being built or sent. */
  together: 128 * MIB,
};

/** Requests that wait for a connection. A page of the app sends ten requests at once. */
export const queueLimits = { longestWaitMs: 10_000, waitingPerCaller: 100, waitingPerAddress: 20, waitingInAll: 2_000 };

export const accountLimits = {
  /** Concurrent requests of one address to the auth API. They wait for a connection rather than fail, because an office shares one address. */
  atOnce: 500,
  /** Refreshes of one address in five minutes, each of which stores a token: those of an office with a thousand users need a tenth. */
  refreshes: 3_000,
};

/** Statements of callers without a role, who only read and accept invitations. */
export const statementLimits = { guestMs: 2_000 };

/**
 * Limits of one row request: at most ten times the maximum of the app, which the comment gives behind its value. Features that the app does not use are
 * limited by their cost, measured on PostgreSQL 18 with texts of 10,000 characters, the longest that a member can store.
 */
export const queryLimits = {
  /** Rows of a read, as on a hosted project. */
  rows: 1_000,
  /** Parameters of the query string. */
  parameters: 80, // 8: a page of approved leads of some customers and one audience
  /** Filters and logical operators, including those on embedded resources. */
  conditions: 70, // 7: the same page
  conditionDepth: 10, // 1
  /** Conditions of the SQL statement, in which those of an embedded resource are repeated for each null check on it. */
  statementConditions: 700, // 7; without a limit, 56 conditions on nested resources made 500,000 of the statement
  /** Values in all lists and arrays of filters. */
  listValues: 2_000, // 200: ids of a bulk action
  /** Patterns of `like` and `ilike`, and the length of one with a wildcard. */
  patterns: 20, // 2: users by name or email
  patternLength: 420, // 402: a search of 200 characters that are all escaped; PostgreSQL compares it at each place of a text, 16 ms for one of 10,000 equal characters
  /** Regular expressions (`match`, `imatch`) with and without a token, the length of one, and the statement timeout in milliseconds. */
  regexes: 1, // none; 100 characters compile for up to a second and may match for minutes
  anonymousRegexes: 0,
  regexLength: 100,
  regexTimeout: 500,
  /** Full-text searches, and the length of one. */
  searches: 2, // none; 5 ms for each text, ten times as much as a pattern
  searchLength: 500,
  /** Columns, `*` and embedded resources in `select`. */
  selectedItems: 200, // 24: the imports
  /** Occurrences of one column, or `*`, of a resource in `select`. */
  columnRepeats: 10, // 1; a thousand texts of 10,000 characters are 10 MB each time
  aliases: 10, // 1: the value that a bulk action changes
  casts: 10, // none
  /** Allows casts to any type, instead of only those that are cheap and give no longer text. */
  anyCast: false, // a text cast to jsonpath compiles a regular expression (1 s), '1e131071' cast to numeric has 131,072 digits
  /** Steps in all JSON paths. */
  jsonSteps: 20, // none
  /** Embedded resources and their nesting; to-many resources and their nesting in each other. */
  embeds: 20, // 2: users with their customers
  embedDepth: 4, // 2: the same
  manyRowEmbeds: 10, // 1: the chunks of an import; each row of the page may have 1,000 of them
  manyRowEmbedDepth: 2, // 1
  orderTerms: 20, // 2: a page, by date and id
  /** Names in `columns` and `on_conflict`. */
  columns: 70, // 7: a campaign step
  conflictColumns: 10, // none; keys have up to 3
  /** Keys of an object in the body: a row's columns or a function's arguments. */
  bodyKeys: 130, // 16: a chunk of an import
  /** Preferences in the Prefer header. */
  preferences: 20, // 2: return and count
};

export type QueryLimits = typeof queryLimits;

/** Characters of a Content-Location header: proxies buffer 4 KiB for all headers. */
export const MAX_LOCATION_BYTES = 2 * KIB;
