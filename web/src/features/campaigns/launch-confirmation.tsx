import { useQuery } from '@tanstack/react-query';
import { stepTypeNames } from '#domain/campaign/steps.ts';
import { counted } from '@/lib/format.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import type { Campaign, Step } from './data.ts';
import { leadGaps } from './message/approved-leads-data.ts';
import { useFindings } from './message/use-findings.ts';
import { Warnings } from './message/warnings.tsx';
import { texts } from './texts.ts';

export type LaunchConfirmationProps = {
  campaign: Campaign;
  steps: readonly Step[];
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Names the recipients and every warning before a launch. */
export function LaunchConfirmation({ campaign, steps, busy, onConfirm, onClose }: LaunchConfirmationProps) {
  const { data: gaps } = useQuery(leadGaps(campaign.customer_id));
  const findings = useFindings(campaign.customer_id, steps);
  const warnings = findings.flat().length;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.launch.title}
      description={
        <>
          {texts.launch.description}
          {gaps?.approved === 0 && texts.launch.noRecipients}
          {gaps !== undefined &&
            gaps.approved > 0 &&
            texts.launch.recipients(counted(gaps.approved, texts.approvedLead), <bdi>{campaign.customers?.name}</bdi>)}
          {warnings > 0 && texts.launch.warnings(counted(warnings, texts.launch.warning))}
        </>
      }
      confirmLabel={texts.launch.action}
      busy={busy}
      onConfirm={onConfirm}
    >
      {warnings > 0 && (
        <ul aria-label={texts.launch.list} className="space-y-3">
          {steps.map(({ id, step_number, step_type }, index) => {
            const found = findings[index] ?? [];
            if (found.length === 0) return null;
            return (
              <li key={id}>
                <p className="mb-1 font-medium text-sm">{texts.launch.step(step_number, stepTypeNames[step_type])}</p>
                <Warnings findings={found} />
              </li>
            );
          })}
        </ul>
      )}
    </ConfirmDialog>
  );
}
