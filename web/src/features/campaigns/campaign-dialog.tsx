import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquareOff } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { customerVariables } from '#domain/campaign/variables.ts';
import { fieldsQuery } from '@/features/custom-fields/data.ts';
import { isLive } from '@/features/custom-fields/field.ts';
import { NotFoundRow } from '@/features/session/other-organization.tsx';
import { useRole } from '@/features/session/use-role.ts';
import { lazyPart } from '@/lib/lazy-part.tsx';
import { leaveForms } from '@/lib/leave-guard.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useUrlParameter } from '@/lib/url-parameters.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { LoadError } from '@/ui/error-state.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { CampaignStatusBadge } from './campaign-card.tsx';
import { CampaignContext } from './campaign-context.ts';
import { CampaignControls } from './campaign-controls.tsx';
import { type Campaign, oneCampaign, type Step } from './data.ts';
import { useStepEditor } from './editor/use-step-editor.ts';
import { campaignReviews } from './review/data.ts';
import { texts as reviewTexts } from './review/texts.ts';
import { CampaignSteps, StepsLoading } from './steps/campaign-steps.tsx';
import { texts } from './texts.ts';

/** The versions, whose code, with that for differences, is loaded when they are first shown. */
const VersionView = lazyPart(
  'VersionView',
  () => import('./review/version-view.tsx'),
  <StepsLoading label={reviewTexts.loading} />,
);

export type CampaignDialogProps = {
  id: string;
  /** The campaign's row in the list, shown until the campaign itself is loaded. */
  listed: Campaign | undefined;
  customers: readonly string[] | null;
  leadsPath: string;
  showsCustomer?: boolean;
  /** Opens another campaign, or none. */
  onOpen: (id: string | null) => void;
};

/** A campaign with its status and steps. Leaving a step with unsaved changes asks for confirmation. */
export function CampaignDialog({ id, listed, customers, leadsPath, showsCustomer, onOpen }: CampaignDialogProps) {
  const query = useQuery(oneCampaign(id, customers));
  const campaign = query.data === undefined ? listed : query.data;
  const editor = useStepEditor();
  const customerId = campaign?.customer_id;
  const role = useRole(customerId ?? '');
  const fields = useQuery({ ...fieldsQuery(customerId ?? '', 'leads'), enabled: customerId !== undefined });
  const isReady = !fields.isPending && !fields.isPlaceholderData;
  const variables = useMemo(() => customerVariables(fields.data?.filter(isLive) ?? []), [fields.data]);
  const [version, openVersion] = useUrlParameter('version', { push: true });
  const { question, ...guard } = useEditGuard(id);
  const context = campaign && isReady && { campaign, role, leadsPath, variables, ...guard };
  const guarded = { ...editor, edit: (step: Step | null) => guard.changeSteps(() => editor.edit(step)) };
  const leave = (then: () => void) =>
    leaveForms(() => {
      editor.close();
      then();
    });
  const openOther = (next: string | null) => leave(() => onOpen(next));
  const close = () => openOther(null);

  return (
    <Dialog
      onOpenChange={close}
      size="full"
      title={campaign?.name ?? texts.dialog.title}
      description={
        campaign && (
          <>
            {showsCustomer && campaign.customers && (
              <>
                <bdi>{campaign.customers.name}</bdi>.{' '}
              </>
            )}
            {texts.card.created(<RelativeTime at={campaign.created_at} />)}
          </>
        )
      }
      header={
        context && (
          <CampaignContext value={context}>
            {role === 'approver' ? (
              <CampaignControls
                campaign={context.campaign}
                onEditStep={guarded.edit}
                onDuplicated={openOther}
                onDeleted={() => onOpen(null)}
              />
            ) : (
              <div className="flex flex-wrap items-center gap-2">
                <CampaignStatusBadge status={context.campaign.status} />
                <p className="text-muted text-sm">{role === 'viewer' ? commonTexts.viewer : texts.dialog.reviewer}</p>
              </div>
            )}
          </CampaignContext>
        )
      }
    >
      {context && (
        <CampaignContext value={context}>
          {version ? (
            <VersionView
              number={Number(version)}
              onOpen={(number) => leaveForms(() => openVersion(number === null ? null : String(number)))}
            />
          ) : (
            <CampaignSteps editor={guarded} onOpenVersion={(number) => leave(() => openVersion(String(number)))} />
          )}
        </CampaignContext>
      )}
      {campaign === null && (
        <NotFoundRow table="campaigns" id={id} what={texts.dialog.one}>
          <EmptyState
            icon={MessageSquareOff}
            title={texts.dialog.notFound}
            description={texts.dialog.notFoundHint}
            action={<Button onClick={close}>{texts.dialog.back}</Button>}
          />
        </NotFoundRow>
      )}
      {query.isError && !campaign && <LoadError what={texts.dialog.what} error={query.error} onRetry={query.refetch} />}
      {editor.question}
      {question}
    </Dialog>
  );
}

/** Requires confirmation, once for each version, before approved steps are changed. The caller renders the question. */
function useEditGuard(campaignId: string) {
  const client = useQueryClient();
  const query = campaignReviews([campaignId]);
  useQuery(query);
  const [waiting, setWaiting] = useState<{ number: number; change: () => void } | null>(null);
  const agreed = useRef<number>(undefined);
  const saving = useRef(Promise.resolve());

  const changeSteps = (change: () => unknown) => {
    const review = client.getQueryData(query.queryKey)?.get(campaignId);
    if (review?.status !== 'approved' || review.is_changed || agreed.current === review.number) return change();
    setWaiting({ number: review.number, change });
  };
  /** Saves what was typed. Another user may have approved the steps meanwhile. */
  const saveSteps = (change: () => Promise<void>) => {
    const save = async () => {
      if (onlineManager.isOnline()) await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => {});
      await changeSteps(change);
    };
    saving.current = save();
    return saving.current;
  };
  const question = waiting && (
    <ConfirmDialog
      onOpenChange={() => setWaiting(null)}
      title={reviewTexts.guard.title}
      description={reviewTexts.guard.description(waiting.number)}
      confirmLabel={reviewTexts.guard.confirmLabel}
      onConfirm={() => {
        agreed.current = waiting.number;
        setWaiting(null);
        waiting.change();
      }}
    />
  );
  return { changeSteps, saveSteps, whenSaved: () => saving.current, question };
}
