// Reads a request: method, resource, schema, query and preferences, then its body.
import type { QueryLimits } from '#server/limits.ts';
import {
  invalidPath,
  invalidPreferences,
  rootDisabled,
  SCHEMA,
  unknownSchema,
  unsupportedMethod,
  wrongRpcMethod,
} from '../errors.ts';
import { type MediaType, negotiateMedia } from './media-type.ts';
import { type BodyLimits, type Payload, parseArguments, parsePayload, readBody, requireJsonType } from './payload.ts';
import { type Preferences, parsePreferences } from './prefer.ts';
import { type ParsedQuery, parseQuery, restrictToRange } from './query.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';

export type ApiRequest = {
  method: Method;
  /** `/leads` or `/rpc/search_leads`, decoded. */
  path: string;
  resource: { kind: 'relation' | 'function'; name: string };
  schema: string;
  /** Whether the request names the schema, which the response then repeats. */
  isSchemaNamed: boolean;
  query: ParsedQuery;
  preferences: Preferences;
  media: MediaType;
  payload?: Payload;
};

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];

/** `mount` is the path of the row API, such as `/rest/v1`. */
type ReadOptions = { mount: string; limits: QueryLimits };

/** Reads all but the body. Throws RestError. */
export function readRequest(request: Request, { mount, limits }: ReadOptions): ApiRequest {
  const { pathname, search } = splitUrl(request.url);
  const method = requireMethod(request.method);
  const resource = parseResource(pathname, mount);
  const isRead = method === 'GET' || method === 'HEAD';
  if (resource.kind === 'function' && !isRead && method !== 'POST') throw wrongRpcMethod(method);
  if (takesPayload(method)) requireJsonType(request.headers.get('content-type'));
  const query = parseQuery(search, resource.kind === 'function' && isRead, limits);
  return {
    method,
    path: resource.kind === 'function' ? `/rpc/${resource.name}` : `/${resource.name}`,
    resource,
    ...requireSchema(request.headers.get(isRead ? 'accept-profile' : 'content-profile')),
    query: method === 'GET' ? restrictToRange(query, request.headers.get('range')) : query,
    preferences: acceptedPreferences(request.headers.get('prefer'), limits),
    media: negotiateMedia(request.headers.get('accept') ?? undefined),
  };
}

export const takesPayload = (method: Method) => method === 'POST' || method === 'PATCH';

function splitUrl(url: string): { pathname: string; search: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const target = (start < 0 ? '/' : url.slice(start)).split('#', 1)[0] ?? '/';
  const question = target.indexOf('?');
  return question < 0
    ? { pathname: target, search: '' }
    : { pathname: target.slice(0, question), search: target.slice(question + 1) };
}

function requireMethod(method: string): Method {
  if (methods.includes(method)) return method as Method;
  const hint = method === 'PUT' ? 'Upsert with POST and Prefer: resolution=merge-duplicates.' : undefined;
  throw unsupportedMethod(method, hint);
}

function parseResource(pathname: string, mount: string): ApiRequest['resource'] {
  const names = pathname.slice(mount.length).replace(/^\//, '').replace(/\/$/, '').split('/').map(decodedName);
  const [first = '', second = ''] = names;
  if (first === '' && names.length === 1) throw rootDisabled();
  if (names.length === 1) return { kind: 'relation', name: first };
  if (names.length === 2 && first === 'rpc' && second !== '') return { kind: 'function', name: second };
  throw invalidPath();
}

function decodedName(text: string): string {
  try {
    const name = decodeURIComponent(text);
    if (!name.includes('\0')) return name;
  } catch {
    // rejected below
  }
  throw invalidPath();
}

function requireSchema(profile: string | null): Pick<ApiRequest, 'schema' | 'isSchemaNamed'> {
  if (profile !== null && profile !== SCHEMA) throw unknownSchema(profile);
  return { schema: SCHEMA, isSchemaNamed: profile !== null };
}

function acceptedPreferences(header: string | null, limits: QueryLimits): Preferences {
  const preferences = parsePreferences(header ?? undefined, limits.preferences);
  if (preferences.handling === 'strict' && preferences.unknown.length > 0)
    throw invalidPreferences(preferences.unknown);
  return preferences;
}

/** A function call without a body has no arguments. `parse` runs the parsing of the text. */
export async function readPayload(
  request: Request,
  kind: 'relation' | 'function',
  { body, limits, parse }: { body: BodyLimits; limits: QueryLimits; parse: (work: () => Payload) => Payload },
): Promise<Payload> {
  const text = await readBody(request, body);
  return parse(() =>
    kind === 'function' ? parseArguments(text || '{}', limits.bodyKeys) : parsePayload(text, limits.bodyKeys),
  );
}
