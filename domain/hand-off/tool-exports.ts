// What the columns and status values of the tools' own exports mean. Facts about other companies' products, each with its source, read in 2026-11.
// Where no reference for the CSV file was found, columns have the names of the API.

import type { Meaning, ResultTarget } from './result-kinds.ts';
import { foldValue } from './result-words.ts';

/** Values of a status column by meaning, comma-separated. A value that is not listed is looked up among the general words. */
type StatusValues = Partial<Record<Meaning, string>>;
type Columns = Record<string, ResultTarget | 'ignore' | StatusValues>;

/** Targets by folded header, and for status columns the meanings of folded values. `isWhole`: all columns of its file are known. */
export type ToolExport = {
  targets: ReadonlyMap<string, ResultTarget | 'ignore'>;
  values: ReadonlyMap<string, ReadonlyMap<string, Meaning>>;
  source: string;
  isWhole: boolean;
};

function describeExport(
  name: string,
  source: string,
  columns: Columns,
  { isWhole = false } = {},
): [string, ToolExport] {
  const entries = Object.entries(columns).map(([header, column]) => [foldValue(header), column] as const);
  const meanings = (values: StatusValues) =>
    (Object.entries(values) as [Meaning, string][]).flatMap(([meaning, list]) =>
      list.split(', ').map((value) => [foldValue(value), meaning] as const),
    );
  const targets = new Map(entries.map(([header, column]) => [header, typeof column === 'string' ? column : 'status']));
  const values = entries.flatMap(([header, column]) =>
    typeof column === 'string' ? [] : [[header, new Map(meanings(column))] as const],
  );
  return [foldValue(name), { targets, values: new Map(values), source, isWhole }];
}

const category: StatusValues = {
  unsubscribed: 'Do Not Contact',
  ignore: 'Interested, Meeting Request, Not Interested, Information Request, Out Of Office, Wrong Person',
};
const instantlyStatus: StatusValues = { contacted: '3', bounced: '-1', unsubscribed: '-2', ignore: '2, -3' };
const instantlyInterest: StatusValues = { replied: '1, 2, 3, 4, -1, -2, -3, -4', contacted: '0' };

const toolExports = [
  // STOPPED (a reply, or by hand) and BLOCKED (bounced, or on a block list) are asked about. A category is also on leads who have not replied.
  describeExport(
    'Smartlead',
    'the API reference (lead status) and users of leads-export (columns)',
    {
      email: 'email',
      lead_email: 'email',
      linkedin_profile: 'linkedin',
      status: { contacted: 'INPROGRESS, COMPLETED', ignore: 'STARTED, PAUSED' },
      category,
      lead_category: category,
      is_interested: 'ignore',
      is_unsubscribed: 'unsubscribed',
      unsubscribed_client_id_map: 'unsubscribed',
      last_email_sequence_sent: 'contacted',
      reply_count: 'replied',
    },
    { isWhole: true },
  ),
  describeExport('Instantly', 'developer.instantly.ai (API v2, lead)', {
    email: 'email',
    status: instantlyStatus,
    lead_status: instantlyStatus,
    lt_interest_status: instantlyInterest,
    interest_status: instantlyInterest,
    verification_status: 'ignore',
    timestamp_last_contact: 'contacted',
    timestamp_last_reply: 'replied',
    timestamp_last_interest_change: 'ignore',
    email_reply_count: 'replied',
  }),
  describeExport('HeyReach', 'copies of the API reference (leads of a campaign)', {
    profileUrl: 'linkedin',
    emailAddress: 'email',
    leadCampaignStatus: { contacted: 'Finished', ignore: 'Pending, InSequence, Paused, Failed' },
    leadConnectionStatus: { contacted: 'ConnectionSent, ConnectionAccepted', ignore: 'None' },
    leadMessageStatus: { contacted: 'MessageSent', replied: 'MessageReply', ignore: 'None' },
  }),
  describeExport(
    'lemlist',
    'the maker’s reference of 2024 (export/leads)',
    {
      email: 'email',
      linkedinUrl: 'linkedin',
      emailStatus: 'ignore',
      lastState: {
        contacted:
          'contacted, hooked, attracted, emailsSent, emailsOpened, emailsClicked, linkedinSent, linkedinOpened, linkedinInviteDone, linkedinInviteAccepted',
        replied:
          'warmed, interested, notInterested, emailsReplied, emailsInterested, emailsNotInterested, linkedinReplied',
        bounced: 'emailsBounced',
        unsubscribed: 'emailsUnsubscribed',
        ignore: 'imported, scanned, skipped, reviewed, paused, emailsFailed, emailsSendFailed, linkedinSendFailed',
      },
      status: {
        contacted: 'done',
        replied: 'interested, notInterested',
        ignore: 'review, scanning, running, paused',
      },
    },
    { isWhole: true },
  ),
  // ACTIVE is also the status before the first message; TO-CHECK and TO-REVIEW may be replies.
  describeExport('Woodpecker', 'developers.woodpecker.co (prospects)', {
    email: 'email',
    linkedin_url: 'linkedin',
    status: {
      contacted: 'AUTOREPLIED, NON_RESPONSIVE',
      replied: 'REPLIED',
      bounced: 'BOUNCED',
      unsubscribed: 'BLACKLIST, OPT_OUT',
      ignore: 'INVALID, PAUSED',
    },
  }),
  describeExport('La Growth Machine', '@lagrowthmachine/n8n-nodes-lagrowthmachine 1.0.5', {
    proEmail: 'email',
    persoEmail: 'email',
    linkedinUrl: 'linkedin',
    status: {
      contacted: 'CONTACTED, COMPLETED_WITHOUT_REPLY, OUT_OF_OFFICE',
      replied: 'INTERESTED, NOT_INTERESTED, WRONG_TIMING, ALREADY_EQUIPPED, CALL_BOOKED, NEGOTIATING, READY_TO_BUY',
      unsubscribed: 'UNSUBSCRIBED',
      ignore: 'SUBSCRIBED, NOT_ACTIVATED, ENRICHED, PAUSED',
    },
  }),
  describeExport('Reply.io', 'Pipedream’s component (finish reasons)', {
    email: 'email',
    finishReason: { contacted: '3', replied: '0, 6', bounced: '1', unsubscribed: '5' },
  }),
  describeExport('Expandi', 'a webhook payload that a user published', {
    profile_link: 'linkedin',
    email: 'email',
    conversation_status: { contacted: 'Awaiting Reply', replied: 'Replied' },
    contact_status: { ignore: 'New Contact' },
  }),
  describeExport(
    'Waalaxy',
    'users of its CSV export (columns)',
    {
      linkedinUrl: 'linkedin',
      proEmail: 'email',
      linkedinEmail: 'email',
      profileStatus: 'ignore',
      crmStatus: {},
      state: { replied: 'interested, not_interested, later_interested' },
      messageSent: 'contacted',
      messageReplied: 'replied',
      emailSent: 'contacted',
      emailReplied: 'replied',
      connectionRequestDate: 'contacted',
      connectedAt: 'contacted',
      firstMessageAt: 'contacted',
      lastLinkedinMessageSentDate: 'contacted',
      lastLinkedinReplyDate: 'replied',
      lastEmailSentDate: 'contacted',
      lastEmailReplyDate: 'replied',
      lastReplyDetected: 'ignore',
      lastReplyDetectedDate: 'replied',
    },
    { isWhole: true },
  ),
];

/** The export of a tool, by the beginning of its name in any writing: `Instantly.ai` too. Undefined for a tool that is not described here. */
export const toolExport = (name: string): ToolExport | undefined =>
  toolExports.find(([known]) => foldValue(name).startsWith(known))?.[1];
