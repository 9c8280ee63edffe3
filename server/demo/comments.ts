// Comments of the demo: questions and answers of members and administrators.
import { randomUUID } from 'node:crypto';
import { type CustomerKey, type UserIds, type UserKey, users } from './organizations.ts';
import type { Reviewed } from './reviews.ts';
import type { Owner, Tables } from './tables.ts';
import { isoTime, type Timeline } from './timeline.ts';

type Message = { by: UserKey; day: number; body: string; isInternal?: boolean };

/** A conversation about the n-th lead or company in a state, or about a campaign or its n-th step, by the campaign's place. */
type Thread = {
  customer: CustomerKey;
  about:
    | { lead: 'approved' | 'rejected' | 'undecided'; at: number }
    | { company: 'approved' | 'rejected' | 'undecided'; at: number }
    | { campaign: number; step?: number };
  messages: Message[];
  /** Who has read all of it, besides the authors of their own messages. */
  readBy: UserKey[];
};

const threads: Thread[] = [
  {
    customer: 'brightwater',
    about: { lead: 'undecided', at: 1 },
    messages: [
      {
        by: 'helene',
        day: 1,
        body: 'I think we met at a meetup in Berlin. Can you check who runs reporting there now?',
      },
      {
        by: 'yuki',
        day: 1,
        body: 'Checked: this is the right contact. They hired a data analyst in spring, so the timing could be good.',
      },
    ],
    readBy: ['helene'],
  },
  {
    customer: 'brightwater',
    about: { lead: 'undecided', at: 4 },
    messages: [
      { by: 'alex', day: 1, body: 'Replied to a post of yours last week. I’d approve this one for the first wave.' },
      { by: 'yuki', day: 1, body: 'Email bounced in our check. LinkedIn only for this one.', isInternal: true },
    ],
    readBy: ['yuki'],
  },
  {
    customer: 'brightwater',
    about: { lead: 'approved', at: 6 },
    messages: [
      { by: 'robin', day: 39, body: 'Perfect fit. Please use the short version of the first message.' },
      { by: 'alex', day: 39, body: 'Done: in the first wave, with the short note.' },
      { by: 'robin', day: 36, body: 'Accepted, and wants a demo. Thank you!' },
    ],
    readBy: ['robin', 'helene', 'alex', 'yuki'],
  },
  {
    customer: 'brightwater',
    about: { lead: 'approved', at: 31 },
    messages: [
      { by: 'robin', day: 5, body: 'Could we write in French here? Hélène can check the text.' },
      { by: 'helene', day: 5, body: 'Happy to. Send it over.' },
    ],
    readBy: ['robin', 'helene'],
  },
  {
    customer: 'brightwater',
    about: { lead: 'rejected', at: 3 },
    messages: [
      { by: 'yuki', day: 34, body: 'Would their COO be of interest instead? I can find out who that is.' },
      { by: 'helene', day: 33, body: 'Yes please.' },
      { by: 'yuki', day: 33, body: 'COO found, comes with the next file.', isInternal: true },
    ],
    readBy: ['helene', 'yuki', 'alex'],
  },
  {
    customer: 'brightwater',
    about: { company: 'approved', at: 2 },
    messages: [
      { by: 'robin', day: 13, body: 'They’ve just raised a round. Let’s look for two more contacts there.' },
      { by: 'alex', day: 12, body: 'On it. Two more will be in the next batch.' },
    ],
    readBy: ['robin', 'alex'],
  },
  {
    customer: 'brightwater',
    about: { company: 'undecided', at: 0 },
    messages: [
      { by: 'helene', day: 2, body: 'Is this part of the group that’s in our trial? If so, please leave it out.' },
    ],
    readBy: [],
  },
  {
    customer: 'brightwater',
    about: { campaign: 0 },
    messages: [
      { by: 'alex', day: 40, body: 'Ready to launch from our side. 150 founders, about 30 a day.' },
      { by: 'robin', day: 39, body: 'Go ahead!' },
      {
        by: 'yuki',
        day: 20,
        body: 'Reply rate is 19% so far, twice the usual. Let’s reuse the opener.',
        isInternal: true,
      },
    ],
    readBy: ['robin', 'alex', 'yuki'],
  },
  {
    customer: 'brightwater',
    about: { campaign: 4, step: 1 },
    messages: [
      {
        by: 'helene',
        day: 3,
        body: 'Can we swap the question? Ours know their channels, they don’t know the margin per channel.',
      },
    ],
    readBy: ['robin'],
  },
  {
    customer: 'brightwater',
    about: { campaign: 2 },
    messages: [{ by: 'robin', day: 11, body: 'Paused until the next event. The slides are outdated by now.' }],
    readBy: ['alex'],
  },
  {
    customer: 'moller',
    about: { lead: 'approved', at: 12 },
    messages: [
      { by: 'soren', day: 38, body: 'We know each other from the port. Mention Gothenburg and you’ll get an answer.' },
      { by: 'yuki', day: 38, body: 'Great, I’ve added it to the opener.' },
    ],
    readBy: ['soren', 'ida', 'yuki', 'alex'],
  },
  {
    customer: 'moller',
    about: { lead: 'undecided', at: 0 },
    messages: [
      {
        by: 'ida',
        day: 1,
        body: 'Do we know how many parcels they ship a month? Below 2,000 it isn’t worth it for us.',
      },
    ],
    readBy: [],
  },
  {
    customer: 'moller',
    about: { company: 'rejected', at: 0 },
    messages: [
      { by: 'ida', day: 29, body: 'Their contract with the current carrier runs until 2028.' },
      { by: 'yuki', day: 29, body: 'Noted, I’ll leave their team out of future files.' },
    ],
    readBy: ['ida', 'soren', 'yuki'],
  },
  {
    customer: 'moller',
    about: { campaign: 0, step: 2 },
    messages: [
      { by: 'soren', day: 36, body: 'Please write 40 slots, not 60. We had to give some back.' },
      { by: 'yuki', day: 36, body: 'Changed to 40.' },
    ],
    readBy: ['soren', 'yuki', 'alex'],
  },
  {
    customer: 'moller',
    about: { campaign: 3 },
    messages: [{ by: 'soren', day: 4, body: 'The timetable comes next week. Don’t launch before that.' }],
    readBy: ['yuki'],
  },
  {
    customer: 'kestrel',
    about: { lead: 'undecided', at: 2 },
    messages: [
      {
        by: 'alex',
        day: 8,
        body: 'Nadia, half of the hospital leads are still waiting for you. Shall we go through them on a call?',
      },
      { by: 'alex', day: 5, body: 'No answer for two weeks. I’ll call the office on Monday.', isInternal: true },
    ],
    readBy: [],
  },
  {
    customer: 'kestrel',
    about: { campaign: 0 },
    messages: [
      { by: 'nadia', day: 16, body: 'Please pause this until our new booking page is live.' },
      { by: 'alex', day: 16, body: 'Paused. Send us a note when it’s live, and we’ll continue the same day.' },
    ],
    readBy: ['nadia', 'alex', 'yuki'],
  },
];

type Rows = { leads: Reviewed[]; companies: Reviewed[]; campaigns: { id: string; steps: string[] }[] };

/** Adds the comments of a customer, and who has read them. */
export function addThreads(
  tables: Tables,
  timeline: Timeline,
  owner: Owner,
  key: CustomerKey,
  userIds: UserIds,
  rows: Rows,
): void {
  const none = { lead_id: null, company_id: null, campaign_id: null, step_id: null };
  threads
    .filter(({ customer }) => customer === key)
    .forEach(({ about, messages, readBy }, place) => {
      const subject = { ...none, ...subjectOf(about, rows) };
      messages.forEach(({ by, day, body, isInternal = false }, index) => {
        const id = randomUUID();
        const created_at = isoTime(timeline.at(day, 960 + 3 * place + 11 * index));
        tables.comments.push({
          id,
          customer_id: owner.id,
          ...subject,
          author_id: userIds[by],
          body,
          is_internal: isInternal,
          created_at,
        });
        for (const reader of readBy.filter((user) => user !== by && (!isInternal || users[user].role === 'admin'))) {
          tables.comment_reads.push({ customer_id: owner.id, comment_id: id, user_id: userIds[reader] });
        }
      });
    });
}

function subjectOf(about: Thread['about'], { leads, companies, campaigns }: Rows) {
  if ('lead' in about) return { lead_id: inState(leads, about.lead)[about.at]?.id };
  if ('company' in about) return { company_id: inState(companies, about.company)[about.at]?.id };
  const campaign = campaigns[about.campaign];
  return about.step === undefined ? { campaign_id: campaign?.id } : { step_id: campaign?.steps[about.step] };
}

/** Decided rows in the order of their imports, undecided ones in that of the list, newest first. */
function inState(rows: Reviewed[], state: 'approved' | 'rejected' | 'undecided'): Reviewed[] {
  if (state === 'undecided') {
    return rows
      .filter((row) => row.is_approved === null)
      .sort((one, other) => other.created_at.localeCompare(one.created_at));
  }
  return rows.filter((row) => row.is_approved === (state === 'approved'));
}
