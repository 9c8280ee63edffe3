// The email about comments and suggestions: what was written since the last one, by the row that it is about.
import { type EmailContent, type EmailGroup, emailCount, MAX_LINES } from './email-html.ts';
import { plainName } from './name.ts';

/** Comments and suggestions as `read_delivery` returns them. */
export type CommentsEmail = {
  email: string;
  /** Secret part of the link that turns these emails off. */
  token: string;
  /** Whether the reader is an administrator. */
  is_agency: boolean;
  /** The newest first. */
  lines: CommentsLine[];
};

type CommentsLine = {
  customer: string;
  subject: 'leads' | 'companies' | 'campaigns';
  row_id: string;
  /** The name of the lead, company or campaign. */
  name: string | null;
  comments: number;
  suggestions: number;
  /** At most four of those who wrote. */
  authors: string[];
  /** The first 200 characters of the newest comment or suggestion. */
  words: string;
  /** The token of the review link by which the reader sees the row; null for a member. */
  review_token: string | null;
};

const MAX_WORDS_LENGTH = 200;
const MAX_NAME_LENGTH = 100;
const MAX_AUTHORS = 3;

/** Writes the email. `siteUrl` is the URL of the app, without a slash at the end. */
export function writeCommentsEmail({ lines, is_agency: isAgency }: CommentsEmail, siteUrl: string): EmailContent {
  const shown = lines.slice(0, MAX_LINES);
  const isMore = lines.length > MAX_LINES;
  const amounts = summary(sum(lines, 'comments'), sum(lines, 'suggestions'), 'new ');
  const heading = isMore ? `At least ${amounts}` : amounts;
  return {
    subject: shown.length === 1 && shown[0] ? `${heading} on ${rowName(shown[0])}` : heading,
    heading,
    groups: shown.map((line) => group(line, isAgency, siteUrl)),
    footnotes: [
      ...(isMore ? [`Only the newest ${MAX_LINES} are listed.`] : []),
      'You get this email because you take part in these reviews.',
    ],
  };
}

const sum = (lines: CommentsLine[], name: 'comments' | 'suggestions') =>
  lines.reduce((total, line) => total + line[name], 0);

/** '2 comments and 1 suggestion'. The adjective stands before the first noun. */
function summary(comments: number, suggestions: number, adjective = ''): string {
  const other = comments > 0 ? '' : adjective;
  return [
    ...emailCount(comments, `${adjective}comment`, `${adjective}comments`),
    ...emailCount(suggestions, `${other}suggestion`, `${other}suggestions`),
  ].join(' and ');
}

const shortened = (text: string, longest: number) =>
  [...text].length >= longest ? `${[...text].slice(0, longest).join('')}…` : text;

const rowName = ({ name }: CommentsLine) => shortened(plainName(name ?? 'a deleted row'), MAX_NAME_LENGTH);

/** 'Ada, Grace', or 'Ada, Grace, Joan and others'. */
function authorNames({ authors }: CommentsLine): string {
  const names = authors.slice(0, MAX_AUTHORS).join(', ');
  return authors.length > MAX_AUTHORS ? `${names} and others` : names;
}

const LABELS = { leads: 'See the lead', companies: 'See the company', campaigns: 'See the campaign' };

function group(line: CommentsLine, isAgency: boolean, siteUrl: string): EmailGroup {
  return {
    title: `${line.customer}: ${rowName(line)}`,
    lines: [
      `${summary(line.comments, line.suggestions)} by ${authorNames(line)}`,
      `“${shortened(plainName(line.words), MAX_WORDS_LENGTH)}”`,
    ],
    label: LABELS[line.subject],
    link: siteUrl + rowPath(line, isAgency),
  };
}

const PATHS = { leads: '/leads?lead=', companies: '/companies?company=', campaigns: '/copy?campaign=' };

function rowPath({ subject, row_id: id, review_token: token }: CommentsLine, isAgency: boolean): string {
  if (token !== null) return `/review/${token}`;
  return `${isAgency ? '/admin' : ''}${PATHS[subject]}${id}`;
}
