// In charge of how much one client may ask of this server: bytes, time, depth, number. docs/security.md tells what each one stands against.
const KIB = 1024;
const MIB = 1024 * KIB;

/** Of a connection, in milliseconds: a client that stalls is let go. */
export const connectionLimits = {
  /** Until the headers are there. */
  headers: 15_000,
  /** Until the whole request is there: the largest body over a line of two megabits a second. */
  request: 120_000,
  /** Until an answer with rows is taken: the largest one over a line of two megabits a second. */
  answer: 120_000,
  /** Without a byte either way. */
  silence: 60_000,
  connections: 10_000,
  /** Requests on one connection that wait for their answer. */
  pipelined: 2_000,
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
  /** All bodies for the accounts at one moment, until their request is answered. */
  accountsTogether: 128 * MIB,
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

/** What one request for rows may ask for. */
export type QueryLimits = {
  /** Of the query string. */
  parameters: number;
  /** Filters and trees of filters, those on embedded resources included. */
  conditions: number;
  conditionDepth: number;
  /** Conditions of the finished statement, where those of an embedded resource stand again in each condition that it has rows. */
  statementConditions: number;
  /** Values of all lists and arrays in filters. */
  listValues: number;
  /** Patterns of `like` and `ilike`, and the characters of one that has a wildcard. */
  patterns: number;
  patternLength: number;
  /** Regular expressions (`match`, `imatch`), with a token and without one; characters of one; milliseconds that its statement may take. */
  regexes: number;
  anonymousRegexes: number;
  regexLength: number;
  regexTimeout: number;
  /** Full-text searches, and the characters of one. */
  searches: number;
  searchLength: number;
  /** Columns, `*` and embedded resources of `select`. */
  selectedItems: number;
  /** How often `select` may name one column, or `*`, of one resource. */
  columnRepeats: number;
  aliases: number;
  casts: number;
  /** Whether a cast may name any type, instead of those that are cheap to read and no longer than what they are made of. */
  anyCast: boolean;
  /** Steps of all JSON paths. */
  jsonSteps: number;
  /** Embedded resources, how deep they are nested, those of many rows, and how deep these are nested in each other. */
  embeds: number;
  embedDepth: number;
  manyRowEmbeds: number;
  manyRowEmbedDepth: number;
  orderTerms: number;
  /** Names in `columns` and in `on_conflict`. */
  columns: number;
  conflictColumns: number;
  /** Of an object in the body: a row's columns, a function's arguments. */
  bodyKeys: number;
  /** In the Prefer header. */
  preferences: number;
};

/**
 * At most ten times what the app's largest request has, which stands behind each number; what the app does not use at all has a limit by what it costs.
 * Measured on PostgreSQL 18 with texts of 10,000 characters, the longest that a member can store.
 */
export const queryLimits: QueryLimits = {
  parameters: 80, // 8: a page of approved leads of some customers and one audience
  conditions: 70, // 7: the same page
  conditionDepth: 10, // 1
  statementConditions: 700, // 7; without a limit, 56 conditions on nested resources made 500,000 of the statement
  listValues: 2_000, // 200: ids of a bulk action
  patterns: 20, // 2: users by name or email
  patternLength: 420, // 402: a search of 200 characters that are all escaped; PostgreSQL compares it at each place of a text, 16 ms for one of 10,000 equal letters
  regexes: 1, // none; 100 characters compile for up to a second and may match for minutes
  anonymousRegexes: 0,
  regexLength: 100,
  regexTimeout: 500,
  searches: 2, // none; 5 ms for each text, ten times as much as a pattern
  searchLength: 500,
  selectedItems: 200, // 20: the imports
  columnRepeats: 10, // 1; a thousand texts of 10,000 characters are 10 MB each time
  aliases: 10, // 1: the value that a bulk action changes
  casts: 10, // none
  anyCast: false, // a text cast to jsonpath compiles a regular expression (1 s), '1e131071' cast to numeric has 131,072 digits
  jsonSteps: 20, // none
  embeds: 20, // 2: users with their customers
  embedDepth: 4, // 2: the same
  manyRowEmbeds: 10, // 1: the chunks of an import; each row of the page may have 1,000 of them
  manyRowEmbedDepth: 2, // 1
  orderTerms: 20, // 2: a page, by date and id
  columns: 70, // 7: a campaign step
  conflictColumns: 10, // none; keys have up to 3
  bodyKeys: 130, // 13: a chunk of an import
  preferences: 20, // 2: return and count
};

/** Of an answer's Content-Location, in characters: proxies keep 4 KiB for all headers. */
export const LONGEST_LOCATION = 2 * KIB;
