import { useQueryClient } from '@tanstack/react-query';
import { Download, Ellipsis, Tag, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CustomField } from '#domain/custom-fields.ts';
import { LeadHistory } from '@/features/activity/lead-history.tsx';
import { useCustomFields } from '@/features/custom-fields/data.ts';
import { describeFilters, makeScope, NO_FILTERS, type Scope } from '@/features/lists/filters.ts';
import { countQuery, useReviewCounts } from '@/features/lists/list-data.ts';
import type { ListTable } from '@/features/lists/table.ts';
import { AdminListPage } from '@/features/review/admin/admin-list-page.tsx';
import { useAdminList } from '@/features/review/admin/use-admin-list.ts';
import type { UrlCondition } from '@/features/review/customer-list-page.tsx';
import { ReviewList } from '@/features/review/review-list.tsx';
import { texts as reviewTexts } from '@/features/review/texts.ts';
import { capitalized, formatNumber } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { useAttempt } from '@/lib/use-attempt.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { NoMatch } from '@/ui/empty-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Menu, MenuItem } from '@/ui/menu.tsx';
import { PageHeader } from '@/ui/page-header.tsx';
import { ProgressDialog } from '@/ui/progress-dialog.tsx';
import { AssignAudienceDialog } from './assign-audience-dialog.tsx';
import { LEADS, type Lead } from './lead-table.tsx';
import { readMissing } from './missing.ts';
import { texts } from './texts.ts';
import { useExport } from './use-export.ts';

const ADMIN_LEADS: ListTable<Lead> = { ...LEADS, renderAction: (lead) => <LeadHistory lead={lead} /> };

/** The leads of all customers, or those that a URL requests by a missing field. */
export function AdminLeadsPage() {
  const [url] = useSearchParams();
  const condition = useMemo(() => readMissing(url), [url]);
  return condition ? <LeadsWithout condition={condition} /> : <AllLeads />;
}

/** Exports of fewer leads are done before a dialog could be read. */
const MIN_EXPORT_WITH_DIALOG = 5_000;

function AllLeads() {
  const list = useAdminList(ADMIN_LEADS);
  const { progress, start, cancel } = useExport();
  const [isAssigning, setIsAssigning] = useState(false);
  const [choice, setChoice] = useState<(ExportChoice & { fields: readonly CustomField[] }) | null>(null);
  const client = useQueryClient();
  const { scope, filters, counts } = list;
  const { customerId, status: _, reason: __, ...narrowed } = filters;
  const narrowing = { ...narrowed, customerId: null, status: null };
  const fields = useCustomFields(customerId, 'leads');
  const exported = {
    matching: makeScope({ ...narrowing, customerId }, null),
    every: makeScope({ ...NO_FILTERS, customerId }, null),
  };
  const exportApproved = (chosen: keyof ExportChoice, expected: number, added: readonly CustomField[]) =>
    start({ scope: exported[chosen], status: 'approved', customerId, fields: added, expected });
  const ask = useAttempt(texts.export.failed, async (added: readonly CustomField[]) => {
    const count = (one: Scope) =>
      client.fetchQuery({ ...countQuery('leads', { ...one, status: 'approved' }), staleTime: 0 });
    const [matching, every] = await Promise.all([count(exported.matching), count(exported.every)]);
    if (every === 0) toast({ title: texts.export.none.approved });
    else setChoice({ matching, every, fields: added });
  });
  const exportOrAsk = (added: readonly CustomField[] = []) =>
    describeFilters(narrowing) === '' ? exportApproved('every', counts?.approved ?? 0, added) : ask.attempt(added);

  return (
    <AdminListPage
      table={ADMIN_LEADS}
      list={list}
      extraAction={{
        icon: Tag,
        label: texts.assign.action,
        word: texts.assign.word,
        onClick: () => setIsAssigning(true),
      }}
      rejectedMenu={
        <Menu trigger={<IconButton label={texts.export.rejectedMenu} icon={Ellipsis} />}>
          <MenuItem
            icon={Download}
            onSelect={() => start({ scope, status: 'rejected', customerId, expected: list.listed })}
          >
            {texts.export.rejected}
          </MenuItem>
        </Menu>
      }
      beforeUpload={
        <Button icon={Download} busy={ask.isBusy || progress !== null} onClick={() => exportOrAsk()}>
          {texts.export.approved}
        </Button>
      }
      afterUpload={
        fields.length > 0 && (
          <Menu trigger={<IconButton label={texts.export.more} icon={Ellipsis} />}>
            <MenuItem icon={Download} onSelect={() => exportOrAsk(fields)}>
              {texts.export.withFields}
            </MenuItem>
          </Menu>
        )
      }
    >
      {choice && (
        <ExportDialog
          filters={list.inWords(narrowing)}
          isSearchOnly={describeFilters({ ...narrowing, term: '' }) === ''}
          choice={choice}
          onExport={(chosen) => exportApproved(chosen, choice[chosen], choice.fields)}
          onClose={() => setChoice(null)}
        />
      )}
      {isAssigning && <AssignAudienceDialog customers={scope.customers} onClose={() => setIsAssigning(false)} />}
      {progress && progress.total >= MIN_EXPORT_WITH_DIALOG && (
        <ProgressDialog
          title={texts.export.title}
          done={progress.done}
          total={progress.total}
          words={texts.export.progress(progress.done, progress.total)}
          onCancel={cancel}
        />
      )}
    </AdminListPage>
  );
}

/** The numbers of approved leads: those that match the filters, and all of the chosen customer or of every customer. */
type ExportChoice = { matching: number; every: number };

type ExportDialogProps = {
  /** The filters in words. */
  filters: string;
  isSearchOnly: boolean;
  choice: ExportChoice;
  onExport: (choice: keyof ExportChoice) => void;
  onClose: () => void;
};

/** The choice of approved leads to export while the list is filtered. */
function ExportDialog({ filters, isSearchOnly, choice, onExport, onClose }: ExportDialogProps) {
  const select = (chosen: keyof ExportChoice) => () => {
    onClose();
    onExport(chosen);
  };
  const every = { label: texts.export.every(choice.every), onConfirm: select('every') };
  const matching = { label: texts.export.matching(choice.matching, isSearchOnly), onConfirm: select('matching') };
  const [first, second] = choice.matching > 0 ? [matching, every] : [every, undefined];
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={texts.export.question}
      description={second ? texts.export.questionHint(filters) : texts.export.noneMatch(filters)}
      confirmLabel={first.label}
      onConfirm={first.onConfirm}
      alternative={second}
    />
  );
}

/** The approved leads that a link selects by a missing field, which is no filter of the administrators' list. */
function LeadsWithout({ condition }: { condition: UrlCondition }) {
  const { missing, customerId, words } = condition;
  const [, setUrl] = useSearchParams();
  const scope = useMemo(() => ({ ...makeScope({ ...NO_FILTERS, customerId }, null), missing }), [customerId, missing]);
  const total = useReviewCounts('leads', scope)?.total;
  const showAll = () => setUrl({}, { replace: true });
  return (
    <>
      <PageHeader
        title={capitalized(LEADS.noun.many)}
        count={total === undefined ? undefined : formatNumber(total)}
        description={reviewTexts.filtered(words)}
      />
      <Button icon={X} className="mb-3" onClick={showAll}>
        {reviewTexts.showAll(LEADS.noun)}
      </Button>
      <ReviewList
        table={LEADS}
        scope={scope}
        total={total}
        empty={<NoMatch rows={LEADS.noun.many} filters={words} onClear={showAll} />}
      />
    </>
  );
}
