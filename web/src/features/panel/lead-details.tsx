import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type ResultKind, resultKinds } from '#domain/hand-off/results.ts';
import { LazyComments } from '@/features/comments/lazy-comments.tsx';
import { SuppressedNote } from '@/features/do-not-contact/suppressed.tsx';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { formatDay, formatNumber } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { AdminFields } from './admin-fields.tsx';
import { ChangedNote, CustomFieldValues } from './custom-values.tsx';
import { DecisionHistory } from './decision-history.tsx';
import { Editable } from './editable.tsx';
import {
  ContactLink,
  FieldList,
  FieldValue,
  PanelHead,
  PanelSection,
  StatusBadge,
  WebAddress,
} from './panel-parts.tsx';
import { RecordActivity } from './record-activity.tsx';
import { companyOfLead, type LeadRecord, type LeadResult, leadHandOffs, leadResults } from './record-data.ts';
import { texts } from './texts.ts';

const { fields } = texts;

export function LeadDetails({ lead }: { lead: LeadRecord }) {
  const isAdminArea = useIsAdminArea();
  return (
    <>
      <PanelHead
        table="leads"
        row={lead}
        picture={<Avatar name={lead.name} src={lead.profile_picture_url} className="size-11" />}
        about={[lead.title, lead.company].filter(Boolean).join(' · ')}
      />
      <SuppressedNote leadId={lead.id} />
      <ChangedNote table="leads" record={lead} />
      <Editable table="leads" record={lead}>
        <FieldList>
          <FieldValue label={fields.first_name} value={lead.first_name} />
          <FieldValue label={fields.last_name} value={lead.last_name} />
          <FieldValue label={fields.email} value={lead.email && <ContactLink scheme="mailto" value={lead.email} />} />
          <FieldValue label={fields.phone} value={lead.phone && <ContactLink scheme="tel" value={lead.phone} />} />
          <FieldValue
            label={fields.linkedin_profile_url}
            value={lead.linkedin_profile_url && <WebAddress address={lead.linkedin_profile_url} />}
          />
          <FieldValue label={fields.title} value={lead.title} />
          <FieldValue label={fields.company} value={lead.company} />
          <FieldValue label={fields.location} value={lead.location} />
          <FieldValue label={fields.audience} value={lead.audience && <Badge tone="info">{lead.audience}</Badge>} />
          <FieldValue label={fields.headline} value={lead.headline} />
          <FieldValue label={fields.notes} value={lead.notes} />
          <FieldValue label={fields.created_at} value={<RelativeTime at={lead.created_at} />} />
          <CustomFieldValues table="leads" record={lead} />
          {isAdminArea && <AdminFields record={lead} />}
        </FieldList>
      </Editable>
      {lead.company && <CompanyOf lead={lead} />}
      {isAdminArea && <LeadHandOffs lead={lead} />}
      <LeadResults lead={lead} />
      <DecisionHistory record={lead} />
      <PanelSection title={texts.comments}>
        <LazyComments of={{ kind: 'lead', id: lead.id, customerId: lead.customer_id }} />
      </PanelSection>
      {isAdminArea && <RecordActivity table="leads" row={lead} />}
    </>
  );
}

/** The company that the lead names; nothing if the customer does not have it. */
function CompanyOf({ lead }: { lead: LeadRecord }) {
  const isAdminArea = useIsAdminArea();
  const { data: company, isError, error, refetch } = useQuery(companyOfLead(lead));
  if (isError && !company) {
    return (
      <PanelSection title={texts.company}>
        <LoadError what={texts.theCompany} error={error} onRetry={refetch} />
      </PanelSection>
    );
  }
  if (!company) return null;
  const { industry, size, employee_count, location } = company;
  const about = [industry, size ?? (employee_count !== null ? formatNumber(employee_count) : null), location];
  return (
    <PanelSection title={texts.company}>
      <Link
        to={recordPath(isAdminArea ? paths.adminCompanies : paths.companies, 'companies', company.id)}
        className="flex items-center gap-2.5 rounded-md border border-border p-2.5 hover:bg-subtle"
      >
        <Avatar name={company.name} className="size-8 rounded-md!" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium text-sm" dir="auto">
            {company.name}
          </span>
          <span className="block truncate text-muted text-xs" dir="auto">
            {about.filter(Boolean).join(' · ')}
          </span>
        </span>
        <StatusBadge approved={company.is_approved} />
      </Link>
    </PanelSection>
  );
}

/** What the tools that send have reported of the lead, one line per hand-off; nothing if they have not. */
function LeadResults({ lead }: { lead: { id: string; customer_id: string } }) {
  const { data = [] } = useQuery(leadResults(lead));
  if (data.length === 0) return null;
  const handOffs = Map.groupBy(data, ({ hand_off_id }) => hand_off_id);
  return (
    <PanelSection title={texts.results}>
      <ul className="space-y-1 text-sm">
        {[...handOffs].map(([id, results]) => (
          <li key={id}>{lineOf(results)}</li>
        ))}
      </ul>
    </PanelSection>
  );
}

function lineOf(results: readonly LeadResult[]): string {
  const sorted = [...results].sort((one, other) => placeOf(one) - placeOf(other));
  const dayOf = (at: string | null) => at && formatDay(new Date(at), new Date());
  return texts.resultLine(
    sorted.map(({ kind, at }) => texts.result(kind, dayOf(at))),
    results[0]?.tool ?? '',
  );
}

const placeOf = ({ kind }: LeadResult) => resultKinds.indexOf(kind as ResultKind);

const { handedOff } = texts;

/** Where the lead was handed off to; nothing if it was not. */
function LeadHandOffs({ lead }: { lead: LeadRecord }) {
  const { data } = useQuery(leadHandOffs(lead));
  if (!data || data.length === 0) return null;
  return (
    <PanelSection title={handedOff.title}>
      <ul className="space-y-2 text-sm">
        {data.map(({ hand_off_id, tool, campaign_name, handed_off_at, is_same_lead, flag }) => (
          <li key={hand_off_id}>
            <Link
              to={`${paths.adminHandOffs}?hand-off=${hand_off_id}`}
              className="text-accent-text underline-offset-2 hover:underline"
            >
              {handedOff.to(tool, formatDay(new Date(handed_off_at), new Date()))}
            </Link>
            <span className="text-muted"> · {campaign_name}</span>{' '}
            {flag && <Badge tone="danger">{handedOff.stop}</Badge>}
            {!is_same_lead && <p className="text-muted text-xs">{handedOff.before}</p>}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
