import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  Building2,
  ChartNoAxesColumn,
  CircleOff,
  Contact,
  History,
  type LucideIcon,
  RotateCcw,
  Settings2,
  Upload,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { CustomerAccess } from '@/features/customers/customer-access.tsx';
import { type Customer, customerDetails } from '@/features/customers/data.ts';
import { ReportLink } from '@/features/dashboard/report-link.tsx';
import { MemberListSkeleton } from '@/features/members/member-list.tsx';
import { DetailsError, MembersTab } from '@/features/members/members-tab.tsx';
import { ReviewDeadline } from '@/features/review-links/review-deadline.tsx';
import { ReviewLinks } from '@/features/review-links/review-links.tsx';
import { ImpersonateButton } from '@/features/session/impersonation/impersonate-button.tsx';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { texts } from './texts.ts';

export function CustomerPage() {
  const { id = '' } = useParams();
  const { data: customer, error, isError, refetch } = useQuery(customerDetails(id));
  return (
    <>
      <Link to={paths.adminCustomers} className={buttonClass('ghost', 'sm', '-ml-2.5 mb-1')}>
        <ArrowLeft aria-hidden className="size-4" />
        {commonTexts.pages.customers}
      </Link>
      {customer ? (
        <CustomerDetails customer={customer} />
      ) : (
        <>
          <PageHeader title={commonTexts.pages.customer} />
          {isError ? <DetailsError error={error} onRetry={refetch} /> : <MemberListSkeleton />}
        </>
      )}
    </>
  );
}

const TABS = ['users', 'overview', 'settings'] as const;

function CustomerDetails({ customer }: { customer: Customer }) {
  const [named, select] = useUrlParameter('tab');
  const [changing, setChanging] = useState(false);
  const selected = TABS.find((tab) => tab === named) ?? 'users';
  const panels = {
    users: (
      <>
        <MembersTab customer={customer} />
        <ReviewDeadline customer={customer} />
        <ReviewLinks customer={customer} />
      </>
    ),
    overview: <ComingSoon icon={ChartNoAxesColumn} title={texts.overviewSoon} />,
    settings: <ComingSoon icon={Settings2} title={texts.settingsSoon} />,
  };
  return (
    <>
      <PageHeader
        title={customer.name}
        description={!customer.is_active && <Badge>{commonTexts.deactivated}</Badge>}
        actions={
          <>
            <UploadMenu customerId={customer.id} />
            {customer.is_active && <ImpersonateButton customer={customer} />}
            <ReportLink customerId={customer.id} />
            <Link
              to={`${paths.adminActivity}?${new URLSearchParams({ customer: customer.id })}`}
              className={buttonClass()}
            >
              <History aria-hidden className="size-4" />
              {commonTexts.pages.activity}
            </Link>
            <Button icon={customer.is_active ? CircleOff : RotateCcw} onClick={() => setChanging(true)}>
              {customer.is_active ? commonTexts.deactivate : commonTexts.reactivate}
            </Button>
          </>
        }
      />
      <Tabs
        label={commonTexts.pages.customer}
        selected={selected}
        onSelect={(tab) => select(tab === 'users' ? null : tab)}
        tabs={TABS.map((name) => ({ name, label: texts.tabs[name], panel: panels[name] }))}
      />
      {changing && <CustomerAccess customer={customer} onClose={() => setChanging(false)} />}
    </>
  );
}

/** Opens the import of a list with the customer chosen. */
function UploadMenu({ customerId }: { customerId: string }) {
  const navigate = useNavigate();
  const open = (list: string) => navigate(`${list}?${new URLSearchParams({ customer: customerId, upload: '1' })}`);
  return (
    <Menu trigger={<Button icon={Upload}>{texts.upload}</Button>}>
      <MenuItem icon={Contact} onSelect={() => open(paths.adminLeads)}>
        {texts.uploadLeads}
      </MenuItem>
      <MenuItem icon={Building2} onSelect={() => open(paths.adminCompanies)}>
        {texts.uploadCompanies}
      </MenuItem>
    </Menu>
  );
}

const ComingSoon = ({ icon, title }: { icon: LucideIcon; title: string }) => (
  <EmptyState icon={icon} title={title} description={texts.soonHint} />
);
