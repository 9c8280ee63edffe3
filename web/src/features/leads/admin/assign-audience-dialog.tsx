import { type FormEvent, useId, useState } from 'react';
import { counted } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { AudienceInput } from '../../audiences/audience-input.tsx';
import { LEAD } from '../noun.ts';

export type AssignAudienceDialogProps = {
  /** How many leads will be put into the audience. */
  count: number;
  customers: readonly string[] | null;
  onClose: () => void;
  onAssign: (audience: string) => void;
};

export function AssignAudienceDialog({ count, customers, onClose, onAssign }: AssignAudienceDialogProps) {
  const form = useId();
  const [audience, setAudience] = useState('');
  const [refused, setRefused] = useState(false);
  const name = audience.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name) onAssign(name);
    else setRefused(true);
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Assign to audience"
      description={`${counted(count, LEAD)} will be put into this audience, in place of the one they have.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form}>
            Assign {counted(count, LEAD)}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label="Audience"
          help="Choose an existing audience or type a new name."
          error={refused && !name ? 'Please select or enter an audience name' : undefined}
        >
          {(control) => (
            <AudienceInput control={control} value={audience} onChange={setAudience} customers={customers} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
