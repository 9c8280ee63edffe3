import { type ReactNode, useId } from 'react';
import { textLengths } from '#domain/limits.ts';
import { checkName } from '#domain/name.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import type { useEntries } from '@/ui/use-entries.ts';

type Entering = ReturnType<typeof useEntries<{ name: string }>>;

export type CampaignNameDialogProps = {
  title: string;
  description?: string;
  /** The verb of what the name is for. */
  submitLabel: string;
  entering: Pick<Entering, 'form' | 'busy' | 'onSubmit' | 'errorOf' | 'entry'>;
  onClose: () => void;
  /** What is asked for before the name. */
  children?: ReactNode;
};

/** What is wrong with a campaign's name. */
export const checkCampaignName = (entries: { name: string }) =>
  checkName(entries, { missing: 'Please enter a campaign name', most: textLengths.campaignName });

/** Asks for a campaign's name. */
export function CampaignNameDialog(props: CampaignNameDialogProps) {
  const { title, description, submitLabel, entering, onClose, children } = props;
  const { form, busy, onSubmit, errorOf, entry } = entering;
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
        {children}
        <Field label="Campaign name" error={errorOf('name')}>
          {(control) => (
            <Input {...control} {...entry('name')} dir="auto" placeholder="Founder introductions" autoComplete="off" />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
