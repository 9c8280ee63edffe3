import { useQuery } from '@tanstack/react-query';
import { stepTypeNames } from '#domain/campaign/steps.ts';
import { Button } from '@/ui/button.tsx';
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
  /** Opens a step instead of launching. */
  onEditStep: (step: Step) => void;
  onClose: () => void;
};

/** Names the recipients and every warning before a launch. */
export function LaunchConfirmation({ campaign, steps, busy, onConfirm, onEditStep, onClose }: LaunchConfirmationProps) {
  const { data: gaps } = useQuery(leadGaps(campaign.customer_id));
  const findings = useFindings(campaign.customer_id, steps);
  const warnings = findings.flat().length;
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={texts.launch.title}
      description={
        <>
          {texts.launch.description}
          {gaps?.approved === 0 && texts.launch.noRecipients}
          {gaps !== undefined &&
            gaps.approved > 0 &&
            texts.launch.recipients(gaps.approved, <bdi>{campaign.customers?.name}</bdi>)}
          {warnings > 0 && texts.launch.warnings(warnings)}
        </>
      }
      confirmLabel={texts.launch.action}
      busy={busy}
      onConfirm={onConfirm}
    >
      {warnings > 0 && (
        <ul aria-label={texts.launch.list} className="space-y-3">
          {steps.map((step, index) => {
            const { id, step_number, step_type } = step;
            const found = findings[index] ?? [];
            if (found.length === 0) return null;
            return (
              <li key={id}>
                <div className="mb-1 flex items-center justify-between gap-3">
                  <p className="font-medium text-sm">{texts.launch.step(step_number, stepTypeNames[step_type])}</p>
                  <Button
                    size="sm"
                    aria-label={texts.launch.editStep(step_number)}
                    disabled={busy}
                    onClick={() => onEditStep(step)}
                  >
                    {texts.launch.edit}
                  </Button>
                </div>
                <Warnings findings={found} />
              </li>
            );
          })}
        </ul>
      )}
    </ConfirmDialog>
  );
}
