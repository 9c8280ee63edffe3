// The email of a reminder: by when to review, and what waits, for each customer or link.
import { type EmailContent, type EmailGroup, emailCount, emailDay, MAX_LINES } from './email-html.ts';

/** A reminder as `read_delivery` returns it, the first due first. */
export type Reminder = {
  email: string;
  /** Secret part of the link that turns reminders off. */
  token: string;
  lines: {
    customer: string;
    /** A day such as 2026-12-04. */
    review_by: string;
    /** Whether the day is today, in the customer's time zone. */
    is_today: boolean;
    /** Secret part of a guest's review link; null for a member. */
    link: string | null;
    /** The only audience of the leads; null if they have several. */
    audience: string | null;
    leads: number;
    companies: number;
    campaigns: number;
  }[];
};

type Line = Reminder['lines'][number];

/** Writes a reminder. `siteUrl` is the URL of the app, without a slash at the end. */
export function writeReminder({ lines }: Reminder, siteUrl: string, product: string): EmailContent {
  const [first] = lines;
  const due = first ? deadline(first) : '';
  const isMore = lines.length > MAX_LINES;
  const isGuest = lines.every(({ link }) => link !== null);
  return {
    subject: `Please review ${due}`,
    groups: lines.slice(0, MAX_LINES).map((line) => group(line, due, siteUrl)),
    footnotes: [
      ...(isMore ? [`Only the first ${MAX_LINES} are listed.`] : []),
      'Nothing is approved or rejected automatically, even once the day has passed.',
      isGuest
        ? 'You get this reminder because you were asked to review. You can turn reminders on and off at the top of the review page.'
        : `You get this reminder because you review in ${product}. You choose which emails you get in your account.`,
    ],
  };
}

const deadline = ({ review_by, is_today }: Pick<Line, 'review_by' | 'is_today'>) =>
  `${is_today ? 'today,' : 'by'} ${emailDay(review_by)}`;

/** What waits for a customer or link, with its day if it is another one than that of the subject. */
function group(line: Line, due: string, siteUrl: string): EmailGroup {
  const { customer, audience, leads, companies, campaigns, link } = line;
  const leadsIn = emailCount(leads, 'lead', 'leads').map((words) =>
    audience === null ? words : `${words} in ${audience}`,
  );
  const [list, label] =
    leads + companies === 0
      ? ['copy', 'Review campaigns']
      : leads === 0
        ? ['companies', 'Review companies']
        : ['leads', 'Review leads'];
  return {
    title: deadline(line) === due ? customer : `${customer}: ${deadline(line)}`,
    lines: [
      ...leadsIn,
      ...emailCount(companies, 'company', 'companies'),
      ...emailCount(campaigns, 'campaign to sign off', 'campaigns to sign off'),
    ],
    ...(link === null
      ? { label, link: `${siteUrl}/${list}` }
      : { label: 'Open the review', link: `${siteUrl}/review/${link}` }),
  };
}
