import { useQuery } from '@tanstack/react-query';
import { groupBy } from '#domain/group-by.ts';
import { type ResultKind, resultKinds } from '#domain/hand-off/result-kinds.ts';
import { SuppressedNote } from '@/features/do-not-contact/suppressed.tsx';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { formatDay, formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { Section } from '@/ui/section.tsx';
import { ContactLink, RecordLink, TextLink, WebAddress } from './panel-parts.tsx';
import { companyOfLead, type LeadRecord, type LeadResult, leadHandOffs, leadResults } from './record-data.ts';
import { RecordDetails } from './record-details.tsx';
import { texts } from './texts.ts';

export function LeadDetails({ lead }: { lead: LeadRecord }) {
  const isAdminArea = useIsAdminArea();
  const company = useQuery({ ...companyOfLead(lead), enabled: Boolean(lead.company) });
  const handOffs = useQuery({ ...leadHandOffs(lead), enabled: isAdminArea });
  const results = useQuery(leadResults(lead));
  return (
    <RecordDetails
      table="leads"
      record={lead}
      picture={<Avatar name={lead.name} src={lead.profile_picture_url} className="size-11" />}
      about={[lead.title, lead.company]}
      note={<SuppressedNote leadId={lead.id} />}
      fields={[
        ['first_name', lead.first_name],
        ['last_name', lead.last_name],
        ['email', lead.email && <ContactLink scheme="mailto" value={lead.email} />],
        ['phone', lead.phone && <ContactLink scheme="tel" value={lead.phone} />],
        ['linkedin_profile_url', lead.linkedin_profile_url && <WebAddress address={lead.linkedin_profile_url} />],
        ['title', lead.title],
        ['company', lead.company],
        ['location', lead.location],
        ['audience', lead.audience && <Badge tone="info">{lead.audience}</Badge>],
        ['headline', lead.headline],
        ['notes', lead.notes],
      ]}
      isLoading={[company, handOffs, results].some((query) => query.isLoading)}
    >
      {lead.company && <LeadCompany lead={lead} />}
      {isAdminArea && <LeadHandOffs lead={lead} />}
      <LeadResults lead={lead} />
    </RecordDetails>
  );
}

/** The company that the lead names; nothing if the customer does not have it. */
function LeadCompany({ lead }: { lead: LeadRecord }) {
  const { data: company, isError, error, refetch } = useQuery(companyOfLead(lead));
  if (isError && !company) {
    return (
      <Section look="panel" title={texts.company}>
        <LoadError what={texts.theCompany} error={error} onRetry={refetch} />
      </Section>
    );
  }
  if (!company) return null;
  const { industry, size, employee_count, location } = company;
  const about = [industry, size ?? (employee_count !== null ? formatNumber(employee_count) : null), location];
  return (
    <Section look="panel" title={texts.company}>
      <RecordLink
        table="companies"
        row={company}
        picture={<Avatar name={company.name} className="size-8 rounded-md!" />}
        about={about.filter(Boolean).join(' · ')}
        className="rounded-md border border-border p-2.5"
      />
    </Section>
  );
}

/** The results that the sending tools have reported of the lead, one line per hand-off. Without results nothing is shown. */
function LeadResults({ lead }: { lead: { id: string; customer_id: string } }) {
  const { data = [] } = useQuery(leadResults(lead));
  if (data.length === 0) return null;
  const handOffs = groupBy(data, ({ hand_off_id }) => hand_off_id);
  return (
    <Section look="panel" title={texts.results}>
      <ul className="space-y-1 text-sm">
        {[...handOffs].map(([id, results]) => (
          <li key={id}>{resultLine(results)}</li>
        ))}
      </ul>
    </Section>
  );
}

function resultLine(results: readonly LeadResult[]): string {
  const sorted = [...results].sort((one, other) => kindOrder(one) - kindOrder(other));
  return texts.resultLine(
    sorted.map((result) => texts.result(result.kind, resultDay(result))),
    results[0]?.tool ?? '',
  );
}

/** A day without a time is the same in every time zone. */
function resultDay({ at, is_day }: LeadResult): string | null {
  if (at === null) return null;
  const moment = is_day ? `${new Date(at).toISOString().slice(0, 10)}T12:00` : at;
  return formatDay(new Date(moment), new Date());
}

const kindOrder = ({ kind }: LeadResult) => resultKinds.indexOf(kind as ResultKind);

const { handedOff } = texts;

/** Where the lead was handed off to; nothing if it was not. */
function LeadHandOffs({ lead }: { lead: LeadRecord }) {
  const { data } = useQuery(leadHandOffs(lead));
  if (!data || data.length === 0) return null;
  return (
    <Section look="panel" title={handedOff.title}>
      <ul className="space-y-2 text-sm">
        {data.map(({ hand_off_id, tool, campaign_name, handed_off_at, is_same_lead, flag }) => (
          <li key={hand_off_id}>
            <TextLink to={`${paths.adminHandOffs}?hand-off=${hand_off_id}`}>
              {handedOff.to(tool, formatDay(new Date(handed_off_at), new Date()))}
            </TextLink>
            <span className="text-muted"> · {campaign_name}</span>{' '}
            {flag && <Badge tone="danger">{handedOff.stop}</Badge>}
            {!is_same_lead && <p className="text-muted text-xs">{handedOff.before}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
