import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { LazyComments } from '@/features/comments/lazy-comments.tsx';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { formatNumber } from '@/lib/format.ts';
import { rowsOf } from '@/lib/keyset.ts';
import { paths } from '@/paths.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { ListStates } from '@/ui/list/list-states.tsx';
import { NameShape } from '@/ui/list/table-skeleton.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { AdminFields } from './admin-fields.tsx';
import { ChangedNote, CustomFieldValues } from './custom-values.tsx';
import { DecisionHistory } from './decision-history.tsx';
import { Editable } from './editable.tsx';
import { FieldList, FieldValue, PanelHead, PanelSection, StatusBadge, WebAddress } from './panel-parts.tsx';
import { RecordActivity } from './record-activity.tsx';
import { type CompanyRecord, leadsOfCompany } from './record-data.ts';
import { texts } from './texts.ts';

const { fields } = texts;

export function CompanyDetails({ company }: { company: CompanyRecord }) {
  const isAdminArea = useIsAdminArea();
  const { employee_count, founded_year } = company;
  return (
    <>
      <PanelHead
        table="companies"
        row={company}
        picture={<Avatar name={company.name} className="size-11 rounded-md!" />}
        about={[company.industry, company.location].filter(Boolean).join(' · ')}
      />
      <ChangedNote table="companies" record={company} />
      <Editable table="companies" record={company}>
        <FieldList>
          <FieldValue label={fields.website} value={company.website && <WebAddress address={company.website} />} />
          <FieldValue label={fields.domain} value={company.domain && <WebAddress address={company.domain} />} />
          <FieldValue
            label={fields.linkedin_url}
            value={company.linkedin_url && <WebAddress address={company.linkedin_url} />}
          />
          <FieldValue label={fields.industry} value={company.industry} />
          <FieldValue label={fields.size} value={company.size} />
          <FieldValue
            label={fields.employee_count}
            value={employee_count === null ? null : formatNumber(employee_count)}
          />
          <FieldValue label={fields.founded_year} value={founded_year} />
          <FieldValue label={fields.location} value={company.location} />
          <FieldValue label={fields.description} value={company.description} />
          <FieldValue label={fields.created_at} value={<RelativeTime at={company.created_at} />} />
          <CustomFieldValues table="companies" record={company} />
          {isAdminArea && <AdminFields record={company} />}
        </FieldList>
      </Editable>
      <LeadsOf company={company} />
      <DecisionHistory record={company} />
      <PanelSection title={texts.comments}>
        <LazyComments of={{ kind: 'company', id: company.id, customerId: company.customer_id }} />
      </PanelSection>
      {isAdminArea && <RecordActivity table="companies" row={company} />}
    </>
  );
}

function LeadsOf({ company }: { company: CompanyRecord }) {
  const isAdminArea = useIsAdminArea();
  const list = useInfiniteQuery(leadsOfCompany(company));
  const leads = rowsOf(list.data);
  return (
    <PanelSection title={texts.leads}>
      <ListStates
        noun={texts.leadRows}
        list={list}
        count={leads.length}
        onDemand
        skeleton={<NameShape />}
        empty={<p className="text-muted text-sm">{texts.noLeads}</p>}
      >
        <ul className="divide-y divide-border rounded-md border border-border">
          {leads.map((lead) => (
            <li key={lead.id}>
              <Link
                to={recordPath(isAdminArea ? paths.adminLeads : paths.leads, 'leads', lead.id)}
                className="flex items-center gap-2.5 px-2.5 py-2 hover:bg-subtle"
              >
                <Avatar name={lead.name} src={lead.profile_picture_url} className="size-7" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-sm" dir="auto">
                    {lead.name}
                  </span>
                  <span className="block truncate text-muted text-xs" dir="auto">
                    {lead.title}
                  </span>
                </span>
                <StatusBadge approved={lead.is_approved} />
              </Link>
            </li>
          ))}
        </ul>
      </ListStates>
    </PanelSection>
  );
}
