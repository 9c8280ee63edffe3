// In charge of what is known to be answered otherwise than by PostgREST 12.0.2: mostly by version 14, which is what the row API speaks.
import type { Answer } from '../world.ts';
import type { Request } from './requests.ts';

export type Explanation = {
  because: string;
  explains: (request: Request, ours: Answer, theirs: Answer) => boolean;
};

type Refusal = { code?: string; message?: string; details?: unknown; hint?: unknown };

const refusal = ({ body }: Answer) => (body ?? {}) as Refusal;

/** An answer with what is to be compared alone: keys in one order, without the header that version 12 lacks. */
export function settled({ status, headers, body }: Answer): Answer {
  const { 'proxy-status': _, ...rest } = headers;
  return { status, headers: Object.fromEntries(Object.entries(rest).sort()), body };
}

const sameRefusal = (ours: Answer, theirs: Answer, ...parts: (keyof Refusal)[]) =>
  ours.status === theirs.status &&
  ours.status >= 400 &&
  parts.every((part) => JSON.stringify(refusal(ours)[part]) === JSON.stringify(refusal(theirs)[part]));

const bothRefuse = (code: string, ours: Answer, theirs: Answer) =>
  refusal(ours).code === code && sameRefusal(ours, theirs, 'code');

export const explanations: Explanation[] = [
  {
    because: 'is.not_null is new in version 13',
    explains: ({ target }, ours, theirs) =>
      target.includes('=is.not_null') && ours.status === 200 && refusal(theirs).code === 'PGRST100',
  },
  {
    because: 'since version 13 a text search makes a tsvector of what is none',
    explains: ({ target }, ours, theirs) => {
      if (!/=(fts|plfts|phfts|wfts)/.test(target) || refusal(theirs).code !== '42883') return false;
      return ours.status === 200 || refusal(ours).code === '42883';
    },
  },
  {
    because: 'where a query cannot be parsed, what was expected and where is told in other words',
    explains: (_, ours, theirs) => bothRefuse('PGRST100', ours, theirs),
  },
  {
    because: 'a table that is not there is told by the catalogue since version 13',
    explains: (_, ours, theirs) =>
      sameRefusal(ours, theirs) && refusal(ours).code === 'PGRST205' && refusal(theirs).code === '42P01',
  },
  {
    because: 'a path of several parts is told as such since version 13',
    explains: (_, ours, theirs) =>
      sameRefusal(ours, theirs) && refusal(ours).code === 'PGRST125' && JSON.stringify(theirs.body) === '{}',
  },
  {
    because: 'that there is not one row is worded otherwise since version 13, which also gives one content type',
    explains: (_, ours, theirs) => bothRefuse('PGRST116', ours, theirs) && sameRefusal(ours, theirs, 'details', 'hint'),
  },
  {
    because: 'an offset past the end is refused without the headers of an answer',
    explains: (_, ours, theirs) =>
      bothRefuse('PGRST103', ours, theirs) && sameRefusal(ours, theirs, 'message', 'details', 'hint'),
  },
  {
    because: 'a schema that is not exposed is worded otherwise since version 13',
    explains: (_, ours, theirs) => bothRefuse('PGRST106', ours, theirs),
  },
  {
    because: 'rows of different keys are told what to do',
    explains: (_, ours, theirs) => bothRefuse('PGRST102', ours, theirs) && sameRefusal(ours, theirs, 'message'),
  },
  {
    because: 'names are not guessed at in hints',
    explains: (_, ours, theirs) =>
      sameRefusal(ours, theirs, 'code', 'message', 'details') &&
      /^Perhaps you meant/.test(String(refusal(theirs).hint)) &&
      refusal(ours).hint === null,
  },
  {
    because: 'a list of one value is compared as that value, so an array is refused as what it is',
    explains: ({ target }, ours, theirs) =>
      /[.=]in\.\(/.test(target) && refusal(ours).code === '22P02' && refusal(theirs).code === '42704',
  },
  {
    because: 'a parameter that is given twice stands twice in Content-Location',
    explains: (_, ours, theirs) => {
      const { 'content-location': mine = '', ...rest } = ours.headers;
      const { 'content-location': other = '', ...others } = theirs.headers;
      const same = JSON.stringify([rest, ours.body]) === JSON.stringify([others, theirs.body]);
      return same && mine.replace(/&id=/, ',') === other;
    },
  },
];
