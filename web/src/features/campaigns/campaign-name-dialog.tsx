import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { checkName } from '../../../../domain/name.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

export type CampaignNameDialogProps = {
  title: string;
  description?: string;
  /** The verb of what the name is for. */
  submitLabel: string;
  initialName?: string;
  busy: boolean;
  /** Told of each try, also of one that is refused. */
  onAttempt?: () => void;
  onSubmit: (name: string) => void;
  onClose: () => void;
  /** What is asked for before the name. */
  children?: ReactNode;
};

/** Asks for a campaign's name. */
export function CampaignNameDialog(props: CampaignNameDialogProps) {
  const { title, description, submitLabel, initialName = '', busy, onAttempt, onSubmit, onClose, children } = props;
  const form = useId();
  const [typed, setTyped] = useState(initialName);
  const [refused, setRefused] = useState(false);
  const refusal = checkName({ name: typed }, 'Please enter a campaign name').name;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAttempt?.();
    if (refusal) setRefused(true);
    else if (!busy) onSubmit(typed.trim());
  };

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
          <Button variant="primary" type="submit" form={form} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-4">
        {children}
        <Field label="Campaign name" error={refused ? refusal : undefined}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              placeholder="Founder introductions"
              autoComplete="off"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
