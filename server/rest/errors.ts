// The errors of the row API, with the codes, statuses, messages and headers of PostgREST 14.
import { Overloaded } from '../database/connections/scheduler.ts';

/** PostgreSQL's code where it cannot write. */
export const DISK_FULL = '53100';

/** The exposed schema. */
export const SCHEMA = 'public';

type ErrorBody = { code: string; details: unknown; hint: string | null; message: string };

type Additions = { details?: unknown; hint?: string | null | undefined; headers?: Record<string, string> };

/** An error with its response. */
export class RestError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, { details, hint, headers }: Additions = {}) {
    super(message);
    this.status = status;
    this.body = { code, details: details ?? null, hint: hint ?? null, message };
    this.headers = { ...headers, 'Proxy-Status': `PostgREST; error=${headerText(code)}` };
  }
}

/** Restricts a text to printable ASCII. */
const headerText = (text: string) => text.replaceAll(/[^\x20-\x7e]|["\\]/g, ' ');

const list = (names: readonly string[]) => names.join(', ');

const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

const unavailable = (code: string, message: string, hint: string, seconds = 1) =>
  new RestError(503, code, message, { hint, headers: retryAfter(seconds) });

export const parseFailure = (message: string, details: string, hint?: string) =>
  new RestError(400, 'PGRST100', message, { details, hint });

export const tooMany = (what: string, count: number, max: number) =>
  new RestError(400, 'PGRST100', `The request has ${count} ${what}, at most ${max}`, {
    hint: 'Split it into several requests.',
  });

export const tooLong = (what: string, length: number, maxLength: number) =>
  new RestError(400, 'PGRST100', `A ${what} of the request has ${length} characters, at most ${maxLength}`);

export const regexesUnavailable = () =>
  new RestError(400, 'PGRST100', 'Regular expressions (match, imatch) are not available without signing in', {
    hint: 'Compare with eq, like or ilike.',
  });

export const regexTooSlow = (milliseconds: number) =>
  new RestError(400, '57014', `A request with a regular expression may take ${milliseconds} ms`, {
    hint: 'Narrow the rows with other filters, or compare with eq, like or ilike.',
  });

/** Without PostgreSQL's detail, whose transaction numbers would reveal the activity of other customers. */
export const deadlocked = () => unavailable('40P01', 'Other requests are changing the same rows', 'Try again.');

export const diskAlmostFull = () =>
  unavailable(
    DISK_FULL,
    'The disk of the database is almost full. Nothing can be saved until there is space again',
    'Reading, signing in, deleting and undoing still work.',
    10,
  );

const deniedInDemo = (message: string) => new RestError(403, 'PT403', message);

export const demoReadOnly = () =>
  deniedInDemo('This is a public demo: the administrator can look at everything but change nothing');

export const demoAccountsFixed = () => deniedInDemo('This is a public demo: nobody can change its accounts');

export const castUnavailable = (from: string, to: string) =>
  new RestError(400, 'PGRST100', `A cast from ${from} to ${to} is not available`, {
    hint: 'Cast to a text, boolean, date, time, uuid or json, or a number to a number.',
  });

export const wrongRpcMethod = (method: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);

export const invalidBody = (message: string, hint?: string) => new RestError(400, 'PGRST102', message, { hint });

export const bodyTooLarge = (limit: number) =>
  new RestError(413, 'PGRST102', `The request body is larger than ${limit} bytes`, {
    hint: 'Send the rows in several requests.',
  });

export const responseTooLarge = (limit: number) =>
  new RestError(413, '54000', `The answer is larger than ${limit} bytes`, {
    hint: 'Ask for fewer rows, columns or embedded resources.',
  });

/** The requests of all callers need more memory than there is. SQLSTATE 53200 is 'out of memory'. */
const noMemory = (message: string) => unavailable('53200', message, 'Try again in a moment.');

export const tooManyBodies = () => noMemory('Too many large requests at once');

export const tooManyResponses = () => noMemory('Too many large answers at once');

/** SQLSTATE 53400 is 'configuration limit exceeded'. */
const callerLimit = (message: string, hint: string, seconds: number) =>
  new RestError(429, '53400', message, { hint, headers: retryAfter(seconds) });

export const tooManyOwnBodies = () =>
  callerLimit('Too many of your requests are large', 'Send large requests one after the other.', 1);

export const tooManyOwnResponses = () =>
  callerLimit('Too many of your answers are large', 'Read an answer to its end before you ask for the next one.', 1);

export const tooManyAnonymous = (seconds: number) =>
  callerLimit('Too many requests without a token from this address', 'Sign in, or try again later.', seconds);

export function overloaded({ reason, retryAfterSeconds: seconds }: Overloaded): RestError {
  if (reason === 'budget') {
    const hint = 'Ask for less, one request after the other, and wait for as long as Retry-After says.';
    return callerLimit('Your requests have used more of the database’s time than they may', hint, seconds);
  }
  if (reason === 'queue' || reason === 'caller timeout') {
    const hint = 'Wait for answers before you send more.';
    return callerLimit('Too many of your requests wait for the database', hint, seconds);
  }
  const message = 'Timed out acquiring connection from connection pool.';
  return unavailable('PGRST003', message, 'Try again in a moment.', seconds);
}

/** Never received; 499 is nginx's status for a client that has closed its connection. */
export const clientGone = () => new RestError(499, 'PGRSTX99', 'The client is gone');

export const invalidRange = (details: string, headers = {}) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers });

export const offsetBeyond = (offset: number, total: number, headers: Record<string, string>) =>
  invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, headers);

export const unknownSchema = (schema: string) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${SCHEMA}`,
  });

export const unacceptableMedia = (accepted: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${list(accepted)}`);

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });

export const notSingular = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string, hint?: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`, { hint });

const notToOne = (origin: string, target: string) =>
  `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`;

export const orderByMany = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: notToOne(origin, target),
  });

export const spreadOfMany = (origin: string, target: string) =>
  new RestError(400, 'PGRST119', `A spread operation on '${target}' is not possible`, {
    details: notToOne(origin, target),
    hint: `Embed it as '${target}(...)' instead of '...${target}(...)'.`,
  });

export const embedFilter = (name: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });

export const invalidPreferences = (preferences: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${list(preferences)}`,
  });

export const aggregatesUnavailable = () =>
  new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed', {
    hint: 'Read a count with select=count, other sums with a view or a function.',
  });

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });

export const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL');

export const rootDisabled = () =>
  new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled', {
    hint: 'The tables and functions are those of the database migrations.',
  });

export const maxAffectedNeedsSet = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  );

export const unknownRelationship = (origin: string, target: string, hint: string | undefined) => {
  const pair = `between '${origin}' and '${target}'`;
  const hinted = hint ? ` using the hint '${hint}'` : '';
  return new RestError(400, 'PGRST200', `Could not find a relationship ${pair} in the schema cache`, {
    details: `Searched for a foreign key relationship ${pair}${hinted} in the schema '${SCHEMA}', but no matches were found.`,
  });
};

type RelationshipSummary = { cardinality: string; embedding: string; relationship: string; hint: string };

export const ambiguousRelationship = (origin: string, target: string, found: readonly RelationshipSummary[]) => {
  const choices = list(found.map(({ hint }) => `'${hint}'`));
  const message = `Could not embed because more than one relationship was found for '${origin}' and '${target}'`;
  return new RestError(300, 'PGRST201', message, {
    details: found.map(({ hint: _, ...summary }) => summary),
    hint: `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
  });
};

export const unknownFunction = (name: string, passedNames: readonly string[], takesWholeBody: boolean) => {
  const call = passedNames.length ? `(${list(passedNames)})` : ' without parameters';
  const parameters = passedNames.length
    ? `with parameter${passedNames.length > 1 ? 's' : ''} ${list(passedNames)}`
    : 'without parameters';
  const orBody = takesWholeBody ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestError(404, 'PGRST202', `Could not find the function ${name}${call} in the schema cache`, {
    details: `Searched for the function ${name} ${parameters}${orBody}, but no matches were found in the schema cache.`,
  });
};

export const ambiguousFunction = (signatures: readonly string[]) =>
  new RestError(300, 'PGRST203', `Could not choose the best candidate function between: ${list(signatures)}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });

export const unknownBodyColumn = (relation: string, column: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${relation}' in the schema cache`);

export const unknownRelation = (relation: string) =>
  new RestError(404, 'PGRST205', `Could not find the table '${SCHEMA}.${relation}' in the schema cache`);

/** PostgreSQL's error for the aliases of PostgREST's statement. */
export const repeatedEmbed = (label: string) =>
  new RestError(400, '42712', `table name "${label}" specified more than once`);

export const ungroupedColumn = (column: string) =>
  new RestError(
    400,
    '42803',
    `column "${column}" must appear in the GROUP BY clause or be used in an aggregate function`,
  );

export const unknownColumn = (relation: string, column: string) =>
  new RestError(400, '42703', `column ${relation}.${column} does not exist`);

export const unknownType = (name: string) => new RestError(400, '42704', `type "${name}" does not exist`);

/** Whether the server has rejected a request because of its load or without space, which the response says, and a log line for each would fill the disk. */
export const isOverload = (error: unknown): boolean =>
  error instanceof Overloaded || (error instanceof RestError && ['53200', DISK_FULL].includes(error.body.code));

/** Whether a newer catalog may not have this error. */
export const isStaleable = (error: unknown): boolean =>
  error instanceof RestError &&
  ['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704'].includes(error.body.code);

export const invalidToken = (reason: 'expired' | 'invalid', detail: string) => {
  const message = reason === 'expired' ? 'JWT expired' : detail;
  const challenge = `Bearer error="invalid_token", error_description="${headerText(message)}"`;
  const code = reason === 'expired' ? 'PGRST303' : 'PGRST301';
  return new RestError(401, code, message, { headers: { 'WWW-Authenticate': challenge } });
};
