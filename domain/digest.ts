// The email of a digest: what the database counted, in lines with a link to the app for each group.
import { type EmailContent, type EmailGroup, emailCount, emailDay, MAX_LINES } from './email-html.ts';

type Customer = { customer: string };

/** A digest as `read_delivery` returns it. A group without lines is left out. */
export type Digest = {
  email: string;
  period: 'daily' | 'weekly';
  /** The day in the reader's time zone, as 2026-11-30. */
  day: string;
  /** Whether the reader is an administrator. */
  is_agency: boolean;
  /** Secret part of the link that turns the digest off. */
  token: string;
  groups: {
    decided?: (Customer & { approved: number; rejected: number })[];
    to_review?: (Customer & { leads: number; companies: number })[];
    reviews?: (Customer & {
      campaign: string;
      number: number;
      status: 'approved' | 'changes_requested' | 'in_review';
    })[];
    comments?: (Customer & { comments: number })[];
    failed?: (Customer & { campaign: string })[];
  };
};

/** Writes a digest. `siteUrl` is the URL of the app, without a slash at the end. */
export const writeDigest = (digest: Digest, siteUrl: string, product: string): EmailContent => ({
  subject: `${digest.period === 'daily' ? 'Daily' : 'Weekly'} digest for ${emailDay(digest.day)}`,
  groups: digestGroups(digest, siteUrl),
  footnotes: [`You get this ${digest.period} digest because you turned it on in your ${product} account.`],
});

function digestGroups({ groups, is_agency: isAgency }: Digest, siteUrl: string): EmailGroup[] {
  const area = isAgency ? `${siteUrl}/admin` : siteUrl;
  const home = isAgency ? area : `${area}/dashboard`;
  const { decided, to_review: toReview, reviews, comments, failed } = groups;
  const amounts = (names: [string, number][]) =>
    names.flatMap(([name, amount]) => (amount > 0 ? [`${formatNumber(amount)} ${name}`] : [])).join(', ');
  return [
    group(
      'Decided',
      decided,
      ({ approved, rejected }) =>
        amounts([
          ['approved', approved],
          ['rejected', rejected],
        ]),
      {
        label: 'See all leads',
        link: `${area}/leads`,
      },
    ),
    group(
      isAgency ? 'Waiting for review' : 'New to review',
      toReview,
      ({ leads, companies }) =>
        [emailCount(leads, 'lead', 'leads'), emailCount(companies, 'company', 'companies')].flat().join(', '),
      { label: isAgency ? 'See all leads' : 'Review leads', link: `${area}/leads` },
    ),
    group(
      isAgency ? 'Reviewed campaigns' : 'Campaigns to sign off',
      reviews,
      ({ campaign, number, status }) => `${campaign}, version ${number}${STATUS[status]}`,
      { label: isAgency ? 'See all campaigns' : 'Review campaigns', link: `${area}/copy` },
    ),
    group('Comments', comments, (line) => emailCount(line.comments, 'comment', 'comments').join(''), {
      label: 'See what’s new',
      link: home,
    }),
    group('Hand-offs that failed', failed, ({ campaign }) => campaign, {
      label: 'See all hand-offs',
      link: `${area}/hand-offs`,
    }),
  ].flat();
}

const STATUS = { approved: ': approved', changes_requested: ': changes requested', in_review: '' };

/** A group as a list of one, or none if it has no lines. */
function group<Line extends Customer>(
  title: string,
  lines: Line[] = [],
  summarize: (line: Line) => string,
  link: { label: string; link: string },
): EmailGroup[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MAX_LINES).map((line) => `${line.customer}: ${summarize(line)}`);
  return [{ title, lines: lines.length > MAX_LINES ? [...shown, 'And more'] : shown, ...link }];
}

const formatNumber = (amount: number) => amount.toLocaleString('en-US');
