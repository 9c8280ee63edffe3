// Known differences from PostgREST 12.0.2, mostly because the row API follows version 14.
import type { Answer } from '../world.ts';
import type { Request } from './requests.ts';

export type Explanation = {
  because: string;
  explains: (request: Request, ours: Answer, theirs: Answer) => boolean;
};

type ErrorBody = { code?: string; message?: string; details?: unknown; hint?: unknown };

const errorBody = ({ body }: Answer) => (body ?? {}) as ErrorBody;

/** A response in comparable form: headers sorted, without the one that version 12 lacks. */
export function comparable({ status, headers, body }: Answer): Answer {
  const { 'proxy-status': _, ...rest } = headers;
  return { status, headers: Object.fromEntries(Object.entries(rest).sort()), body };
}

const sameError = (ours: Answer, theirs: Answer, ...parts: (keyof ErrorBody)[]) =>
  ours.status === theirs.status &&
  ours.status >= 400 &&
  parts.every((part) => JSON.stringify(errorBody(ours)[part]) === JSON.stringify(errorBody(theirs)[part]));

const bothFail = (code: string, ours: Answer, theirs: Answer) =>
  errorBody(ours).code === code && sameError(ours, theirs, 'code');

export const explanations: Explanation[] = [
  {
    because: 'is.not_null is new in version 13',
    explains: ({ target }, ours, theirs) =>
      target.includes('=is.not_null') && ours.status === 200 && errorBody(theirs).code === 'PGRST100',
  },
  {
    because: 'since version 13 a text search makes a tsvector of what is none',
    explains: ({ target }, ours, theirs) => {
      if (!/=(fts|plfts|phfts|wfts)/.test(target) || errorBody(theirs).code !== '42883') return false;
      return ours.status === 200 || errorBody(ours).code === '42883';
    },
  },
  {
    because: 'parse errors are worded differently',
    explains: (_, ours, theirs) => bothFail('PGRST100', ours, theirs),
  },
  {
    because: 'an unknown table is reported by the catalog since version 13',
    explains: (_, ours, theirs) =>
      sameError(ours, theirs) && errorBody(ours).code === 'PGRST205' && errorBody(theirs).code === '42P01',
  },
  {
    because: 'a path of several segments has its own error since version 13',
    explains: (_, ours, theirs) =>
      sameError(ours, theirs) && errorBody(ours).code === 'PGRST125' && JSON.stringify(theirs.body) === '{}',
  },
  {
    because: 'the single-row error is worded differently since version 13, with one content type',
    explains: (_, ours, theirs) => bothFail('PGRST116', ours, theirs) && sameError(ours, theirs, 'details', 'hint'),
  },
  {
    because: 'an offset past the end is rejected without the headers of a result',
    explains: (_, ours, theirs) =>
      bothFail('PGRST103', ours, theirs) && sameError(ours, theirs, 'message', 'details', 'hint'),
  },
  {
    because: 'the error for an unexposed schema is worded differently since version 13',
    explains: (_, ours, theirs) => bothFail('PGRST106', ours, theirs),
  },
  {
    because: 'rows with different keys get a hint',
    explains: (_, ours, theirs) => bothFail('PGRST102', ours, theirs) && sameError(ours, theirs, 'message'),
  },
  {
    because: 'an aggregate gets a hint',
    explains: (_, ours, theirs) => bothFail('PGRST123', ours, theirs) && sameError(ours, theirs, 'message', 'details'),
  },
  {
    because: 'a to-many resource that is embedded twice gets the error of a to-one resource',
    explains: (_, ours, theirs) =>
      sameError(ours, theirs) && errorBody(ours).code === '42712' && errorBody(theirs).code === '42803',
  },
  {
    because: 'hints do not suggest similar names',
    explains: (_, ours, theirs) =>
      sameError(ours, theirs, 'code', 'message', 'details') &&
      /^Perhaps you meant/.test(String(errorBody(theirs).hint)) &&
      errorBody(ours).hint === null,
  },
  {
    because: 'a list of one value is compared as that value, so the error for an array differs',
    explains: ({ target }, ours, theirs) =>
      /[.=]in\.\(/.test(target) && errorBody(ours).code === '22P02' && errorBody(theirs).code === '42704',
  },
  {
    because: 'a repeated parameter is repeated in Content-Location',
    explains: (_, ours, theirs) => {
      const { 'content-location': mine = '', ...rest } = ours.headers;
      const { 'content-location': other = '', ...others } = theirs.headers;
      const same = JSON.stringify([rest, ours.body]) === JSON.stringify([others, theirs.body]);
      return same && mine.replace(/&id=/, ',') === other;
    },
  },
];
