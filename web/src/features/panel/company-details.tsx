import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { formatNumber } from '@/lib/format.ts';
import { loadedRows } from '@/lib/keyset.ts';
import { Avatar } from '@/ui/avatar.tsx';
import { ListStates } from '@/ui/list/list-states.tsx';
import { NameShape } from '@/ui/list/table-skeleton.tsx';
import { Section } from '@/ui/section.tsx';
import { RecordLink, WebAddress } from './panel-parts.tsx';
import { type CompanyRecord, leadsOfCompany } from './record-data.ts';
import { RecordDetails } from './record-details.tsx';
import { texts } from './texts.ts';

export function CompanyDetails({ company }: { company: CompanyRecord }) {
  const { isLoading } = useInfiniteQuery(leadsOfCompany(company));
  const wasLoading = useDeferredValue(isLoading); // as ListStates shows its skeleton
  return (
    <RecordDetails
      table="companies"
      record={company}
      picture={<Avatar name={company.name} className="size-11 rounded-md!" />}
      about={[company.industry, company.location]}
      fields={[
        ['website', company.website && <WebAddress address={company.website} />],
        ['domain', company.domain && <WebAddress address={company.domain} />],
        ['linkedin_url', company.linkedin_url && <WebAddress address={company.linkedin_url} />],
        ['industry', company.industry],
        ['size', company.size],
        ['employee_count', company.employee_count === null ? null : formatNumber(company.employee_count)],
        ['founded_year', company.founded_year],
        ['location', company.location],
        ['description', company.description],
      ]}
      isLoading={isLoading || wasLoading}
    >
      <CompanyLeads company={company} />
    </RecordDetails>
  );
}

function CompanyLeads({ company }: { company: CompanyRecord }) {
  const list = useInfiniteQuery(leadsOfCompany(company));
  const leads = loadedRows(list.data);
  return (
    <Section look="panel" title={texts.leads}>
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
              <RecordLink
                table="leads"
                row={lead}
                picture={<Avatar name={lead.name} src={lead.profile_picture_url} className="size-7" />}
                about={lead.title}
                className="px-2.5 py-2"
              />
            </li>
          ))}
        </ul>
      </ListStates>
    </Section>
  );
}
