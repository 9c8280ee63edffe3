// Negotiates the media type: JSON as an array or single object, with or without nulls, or CSV.
import { unacceptableMedia } from '../errors.ts';

export type MediaType = {
  kind: 'array' | 'object' | 'csv';
  stripsNulls: boolean;
  /** The Content-Type of the response. */
  name: string;
};

const json: MediaType = { kind: 'array', stripsNulls: false, name: 'application/json; charset=utf-8' };

const known = new Map<string, MediaType>([
  ['*/*', json],
  ['application/*', json],
  ['application/json', json],
  ['text/csv', { kind: 'csv', stripsNulls: false, name: 'text/csv; charset=utf-8' }],
]);

const vendor = /^application\/vnd\.pgrst\.(array|object)(?:\+json)?$/;

/** Returns the best type for an Accept header. Throws RestError if there is none. */
export function negotiateMedia(accept: string | undefined): MediaType {
  if (!accept || accept === 'application/json' || accept === '*/*') return json;
  const wanted = accept
    .split(',')
    .map(parseRange)
    .sort((one, other) => other.quality - one.quality);
  for (const { name, parameters } of wanted) {
    const found = known.get(name) ?? vendorType(name, parameters);
    if (found) return found;
  }
  throw unacceptableMedia(wanted.map(({ name }) => name));
}

function parseRange(range: string): { name: string; parameters: string[]; quality: number } {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { name, parameters, quality: Number.isFinite(quality) ? quality : 0 };
}

function vendorType(name: string, parameters: string[]): MediaType | undefined {
  const kind = vendor.exec(name)?.[1];
  if (kind !== 'array' && kind !== 'object') return undefined;
  const stripsNulls = parameters.includes('nulls=stripped');
  const suffix = stripsNulls ? ';nulls=stripped' : '';
  return { kind, stripsNulls, name: `application/vnd.pgrst.${kind}+json${suffix}; charset=utf-8` };
}
