// Builds the response from the result of the statement.
import type { JoinedRows } from '../database/connections/joined-rows.ts';
import { MAX_LOCATION_BYTES } from '../limits.ts';
import { notSingular, offsetBeyond, tooManyAffected } from './errors.ts';
import type { CallPlan, Format, Plan, ReadPlan, WritePlan } from './plan/plan.ts';
import { canonicalQuery } from './request/parameters.ts';
import { type Appliable, appliedPreferences } from './request/prefer.ts';
import type { ApiRequest } from './request/read-request.ts';

/** The result of a statement: its rows for the body, and counts. */
export type Outcome = Partial<Record<'head' | 'total' | 'affected' | 'inserted' | 'location', string | null>> & {
  page: number;
  bodies: Buffer[];
};

export function readOutcome(rows: JoinedRows): Outcome {
  const [first = '', ...columns] = rows.columns;
  const named = Object.fromEntries(columns.map((name, index) => [name, rows.others[index] ?? null]));
  if (first === 'body') return { ...named, page: rows.count, bodies: rows.parts };
  const value = rows.count > 0 ? rows.text : null;
  return { ...named, [first]: value, page: first === 'page' ? number(value) : 0, bodies: [] };
}

type ResponseParts = { status: number; headers: Record<string, string | null>; body: Uint8Array<ArrayBuffer> | null };

const number = (text: string | null | undefined) => Number(text ?? 0);

/** Whether `reviewOutcome` must run before the commit. */
export function needsReview({ preferences, media, method }: ApiRequest, plan: Plan): boolean {
  const changes = plan.kind === 'write' || (plan.kind === 'call' && !plan.isReadOnly);
  const isLimited = preferences.handling === 'strict' && preferences.maxAffected !== undefined;
  return changes && method !== 'HEAD' && (isLimited || media.kind === 'object');
}

/** Throws RestError if the result exceeds `max-affected`, or is not one row for a single object. */
export function reviewOutcome({ preferences, media }: ApiRequest, plan: Plan, outcome: Outcome): void {
  const rows = plan.kind === 'write' ? number(outcome.affected) : shownRows(plan, outcome);
  const { handling, maxAffected } = preferences;
  if (plan.kind !== 'read' && handling === 'strict' && maxAffected !== undefined && rows > maxAffected) {
    throw tooManyAffected(rows);
  }
  const isShown = plan.kind === 'write' ? plan.root !== undefined : plan.format.kind !== 'nothing';
  if (media.kind === 'object' && isShown && rows !== 1) throw notSingular(rows);
}

/** The result of a function that returns no set counts as one row, also when a filter removes it. */
const shownRows = (plan: Plan, { page }: Outcome) => (plan.kind === 'call' && !plan.routine.returnsSet ? 1 : page);

export function respond(request: ApiRequest, plan: Plan, outcome: Outcome): Response {
  const { status, headers, body } = responseTo(request, plan, outcome);
  if (body !== null) {
    headers['Content-Type'] = request.media.name;
    headers['Content-Profile'] = request.isSchemaNamed ? request.schema : null;
  }
  const present = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: present });
}

function responseTo(request: ApiRequest, plan: Plan, outcome: Outcome): ResponseParts {
  if (plan.kind === 'read') return readResponse(request, plan, outcome);
  return plan.kind === 'write' ? writeResponse(request, plan, outcome) : callResponse(request, plan, outcome);
}

const applied = ({ preferences }: ApiRequest, ...granted: Appliable[]) => ({
  'Preference-Applied': appliedPreferences(preferences, granted),
});

function readResponse(request: ApiRequest, plan: ReadPlan, outcome: Outcome): ResponseParts {
  const { root } = plan;
  const query = canonicalQuery(request.query.parameters);
  const location = `${encodeURI(request.path)}${query && `?${query}`}`;
  const headers = { 'Content-Location': location.length > MAX_LOCATION_BYTES ? null : location };
  return windowResponse(root.offset ?? 0, plan, outcome, { ...headers, ...applied(request, 'count', 'handling') });
}

function callResponse(request: ApiRequest, plan: CallPlan, outcome: Outcome): ResponseParts {
  const { root } = plan;
  const response = windowResponse(
    root?.offset ?? 0,
    plan,
    outcome,
    applied(request, 'count', 'handling', 'maxAffected'),
  );
  return root ? response : { ...response, status: 204, body: null };
}

function windowResponse(
  offset: number,
  plan: Plan,
  outcome: Outcome,
  headers: ResponseParts['headers'],
): ResponseParts {
  const shown = shownRows(plan, outcome);
  const total = outcome.total == null ? null : number(outcome.total);
  const range = { 'Content-Range': contentRange(offset, offset + shown - 1, total) };
  if (total !== null && offset > total) throw offsetBeyond(offset, total, range);
  const status = total !== null && shown < total ? 206 : 200;
  return { status, headers: { ...range, ...headers }, body: joinBody(plan.format, outcome) };
}

/** `first-last/total`, with `*` for no rows and for an unknown total. */
export function contentRange(first: number, last: number, total: number | null): string {
  const shown = total !== 0 && first <= last ? `${first}-${last}` : '*';
  return `${shown}/${total ?? '*'}`;
}

/** The body, as PostgREST gets it from PostgreSQL in one value. */
function joinBody({ kind }: Format, { bodies, page, head }: Outcome): Uint8Array<ArrayBuffer> {
  if (kind === 'nothing') return Buffer.alloc(0);
  if (kind === 'object') return Buffer.concat(page > 0 ? bodies : [Buffer.from('null')]);
  if (kind === 'csv') return Buffer.concat([Buffer.from(`${head ?? ''}\n`), ...bodies]);
  return Buffer.concat([Buffer.from('['), ...bodies, Buffer.from(']')]);
}

function writeResponse(request: ApiRequest, plan: WritePlan, outcome: Outcome): ResponseParts {
  const { change, root } = plan;
  const affected = number(outcome.affected);
  const total = request.preferences.count === undefined ? null : affected;
  const isUpdate = change.kind === 'update';
  const range = { 'Content-Range': contentRange(isUpdate ? 0 : 1, isUpdate ? affected - 1 : 0, total) };
  const body = root ? joinBody(plan.format, outcome) : null;
  if (change.kind !== 'insert') {
    const headers = { ...range, ...applied(request, 'returns', 'count', 'handling', 'maxAffected') };
    return { status: root ? 200 : 204, headers, body };
  }
  const resolution: Appliable[] = change.conflict ? ['resolution'] : [];
  const headers = {
    Location: insertedLocation(request, plan, outcome),
    ...range,
    ...applied(request, ...resolution, 'missing', 'returns', 'count', 'handling', 'maxAffected'),
  };
  const onlyMerged = change.conflict?.resolution === 'merge' && number(outcome.inserted) <= 0;
  return { status: onlyMerged ? 200 : 201, headers, body };
}

/** The path of a single inserted row, by its primary key. */
function insertedLocation(request: ApiRequest, { location }: WritePlan, outcome: Outcome): string | null {
  const rows = JSON.parse(outcome.location ?? '[]') as Record<string, unknown>[];
  const [row] = rows;
  if (!location?.length || !row || rows.length > 1) return null;
  const filters = location.map((name) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(row[name]))}`);
  return `${encodeURI(request.path)}?${filters.join('&')}`;
}
