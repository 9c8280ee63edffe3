// The meanings of columns and status values in the tools' own exports. Facts about other companies' products, each with its source, read in 2026-11.
// Where no reference for the CSV file was found, columns have the names of the API.
import type { Meaning, ResultTarget } from './result-kinds.ts';
import { foldValue } from './result-words.ts';

/** Targets by folded header, and for status columns the meanings of folded values. `isWhole`: all columns of its file are known. */
type ToolExport = {
  targets: ReadonlyMap<string, ResultTarget | 'ignore'>;
  values: ReadonlyMap<string, ReadonlyMap<string, Meaning>>;
  source: string;
  isWhole: boolean;
};

/** Comma-separated texts by their meaning. */
type Lists<Key extends string> = Partial<Record<Key, string>>;
type ExportDescription = {
  source: string;
  columns: Lists<ResultTarget | 'ignore'>;
  statuses: Record<string, Lists<Meaning>>;
  isWhole?: boolean;
};

const meaningByText = <Key extends string>(lists: Lists<Key>) =>
  (Object.entries(lists) as [Key, string][]).flatMap(([key, list]) =>
    list.split(', ').map((text): [string, Key] => [foldValue(text), key]),
  );

function describeExport(
  name: string,
  { source, columns, statuses, isWhole = false }: ExportDescription,
): [string, ToolExport] {
  const values = Object.entries(statuses).map(
    ([header, lists]) => [foldValue(header), new Map(meaningByText(lists))] as const,
  );
  const targets = [...meaningByText(columns), ...values.map(([header]) => [header, 'status'] as const)];
  return [foldValue(name), { targets: new Map(targets), values: new Map(values), source, isWhole }];
}

const category = {
  unsubscribed: 'Do Not Contact',
  ignore: 'Interested, Meeting Request, Not Interested, Information Request, Out Of Office, Wrong Person',
};
const instantlyStatus = { contacted: '3', bounced: '-1', unsubscribed: '-2', ignore: '2, -3' };
const instantlyInterest = { replied: '1, 2, 3, 4, -1, -2, -3, -4', contacted: '0' };

/** A status value that is not listed is looked up among the general words. */
const toolExports = [
  // STOPPED (a reply, or by hand) and BLOCKED (bounced, or on a block list) are asked about. A category is also on leads who have not replied.
  describeExport('Smartlead', {
    source: 'the API reference (lead status) and users of leads-export (columns)',
    isWhole: true,
    columns: {
      email: 'email, lead_email',
      linkedin: 'linkedin_profile',
      contacted: 'last_email_sequence_sent',
      replied: 'reply_count',
      unsubscribed: 'is_unsubscribed, unsubscribed_client_id_map',
      ignore: 'is_interested',
    },
    statuses: {
      status: { contacted: 'INPROGRESS, COMPLETED', ignore: 'STARTED, PAUSED' },
      category,
      lead_category: category,
    },
  }),
  describeExport('Instantly', {
    source: 'developer.instantly.ai (API v2, lead)',
    columns: {
      email: 'email',
      contacted: 'timestamp_last_contact',
      replied: 'timestamp_last_reply, email_reply_count',
      ignore: 'verification_status, timestamp_last_interest_change',
    },
    statuses: {
      status: instantlyStatus,
      lead_status: instantlyStatus,
      lt_interest_status: instantlyInterest,
      interest_status: instantlyInterest,
    },
  }),
  describeExport('HeyReach', {
    source: 'copies of the API reference (leads of a campaign)',
    columns: { email: 'emailAddress', linkedin: 'profileUrl' },
    statuses: {
      leadCampaignStatus: { ignore: 'Pending, InSequence, Finished, Paused, Failed' },
      leadConnectionStatus: { contacted: 'ConnectionSent, ConnectionAccepted', ignore: 'None' },
      leadMessageStatus: { contacted: 'MessageSent', replied: 'MessageReply', ignore: 'None' },
    },
  }),
  describeExport('lemlist', {
    source: 'the maker’s reference of 2024 (export/leads)',
    isWhole: true,
    columns: { email: 'email', linkedin: 'linkedinUrl', ignore: 'emailStatus' },
    statuses: {
      lastState: {
        contacted: 'hooked, attracted, emailsOpened, emailsClicked, linkedinOpened',
        replied: 'warmed, emailsInterested, emailsNotInterested',
        ignore: 'scanned, reviewed, emailsFailed, emailsSendFailed, linkedinSendFailed',
      },
      status: { contacted: 'done', ignore: 'review, scanning, running' },
    },
  }),
  // ACTIVE is also the status before the first message; TO-CHECK and TO-REVIEW may be replies.
  describeExport('Woodpecker', {
    source: 'developers.woodpecker.co (prospects)',
    columns: { email: 'email', linkedin: 'linkedin_url' },
    statuses: {
      status: {
        contacted: 'AUTOREPLIED, NON_RESPONSIVE',
        replied: 'REPLIED',
        bounced: 'BOUNCED',
        unsubscribed: 'BLACKLIST, OPT_OUT',
        ignore: 'INVALID, PAUSED',
      },
    },
  }),
  describeExport('La Growth Machine', {
    source: '@lagrowthmachine/n8n-nodes-lagrowthmachine 1.0.5',
    columns: { email: 'proEmail, persoEmail', linkedin: 'linkedinUrl' },
    statuses: {
      status: {
        contacted: 'CONTACTED, COMPLETED_WITHOUT_REPLY, OUT_OF_OFFICE',
        replied: 'INTERESTED, NOT_INTERESTED, WRONG_TIMING, ALREADY_EQUIPPED, CALL_BOOKED, NEGOTIATING, READY_TO_BUY',
        unsubscribed: 'UNSUBSCRIBED',
        ignore: 'SUBSCRIBED, NOT_ACTIVATED, ENRICHED, PAUSED',
      },
    },
  }),
  describeExport('Reply.io', {
    source: 'Pipedream’s component (finish reasons)',
    columns: { email: 'email' },
    statuses: { finishReason: { contacted: '3', replied: '0, 6', bounced: '1', unsubscribed: '5' } },
  }),
  describeExport('Expandi', {
    source: 'a webhook payload that a user published',
    columns: { email: 'email', linkedin: 'profile_link' },
    statuses: { conversation_status: {}, contact_status: {} },
  }),
  describeExport('Waalaxy', {
    source: 'users of its CSV export (columns)',
    isWhole: true,
    columns: {
      email: 'proEmail, linkedinEmail',
      linkedin: 'linkedinUrl',
      contacted:
        'messageSent, emailSent, connectionRequestDate, connectedAt, firstMessageAt, lastLinkedinMessageSentDate, lastEmailSentDate',
      replied: 'messageReplied, emailReplied, lastLinkedinReplyDate, lastEmailReplyDate, lastReplyDetectedDate',
      ignore: 'profileStatus, lastReplyDetected',
    },
    statuses: { crmStatus: {}, state: {} },
  }),
];

/** Finds a tool's export by the beginning of its name, so that `Instantly.ai` is found too. Undefined for a tool that is not described here. */
export const toolExport = (name: string): ToolExport | undefined =>
  toolExports.find(([known]) => foldValue(name).startsWith(known))?.[1];
