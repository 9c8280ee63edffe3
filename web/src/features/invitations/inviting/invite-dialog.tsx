import { Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { CustomerSelect } from '@/features/customers/customer-select.tsx';
import type { CustomerName } from '@/features/customers/data.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { AddressesInput } from './addresses-input.tsx';
import { HAND_OVER, HandOverLink } from './hand-over-link.tsx';
import { InviteResults } from './invite-results.tsx';
import { useInviteForm } from './use-invite-form.ts';

export type InviteDialogProps = {
  /** Chosen already, on a customer's own page. */
  customer?: CustomerName;
  /** What is said where an invitation was stored and the mail could not be sent. */
  unsent?: string;
  onClose: () => void;
};

/** Invites people to one customer; where no mail goes out, the link is there to be copied. */
export function InviteDialog({ customer, unsent = HAND_OVER, onClose }: InviteDialogProps) {
  const formId = useId();
  const { form, invitings, unmailed, phase, stop } = useInviteForm(customer, onClose);
  const { formRef, values, busy, onSubmit, errorOf, inputProps, setValues } = form;
  const footers: Record<typeof phase, ReactNode> = {
    asking: (
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" form={formId} icon={Send} busy={busy}>
          Send invitation
        </Button>
      </>
    ),
    'sending several': <Button onClick={stop}>Stop</Button>,
    done: (
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    ),
  };
  return (
    <Dialog
      open
      onOpenChange={phase === 'sending several' ? () => undefined : onClose}
      size="sm"
      title="Invite user"
      description={
        phase === 'asking'
          ? `They get an email with a link to join ${customer?.name ?? 'the customer’s workspace'}.`
          : undefined
      }
      footer={footers[phase]}
    >
      {unmailed && <HandOverLink unmailed={unmailed} text={unsent} />}
      {invitings.length > 0 && <InviteResults invitings={invitings} unsent={unsent} />}
      {phase === 'asking' && (
        <form id={formId} ref={formRef} noValidate onSubmit={onSubmit} className="space-y-4">
          <Field label="Email" error={errorOf('email')} help="Several addresses may be pasted at once.">
            {(control) => <AddressesInput {...control} {...inputProps('email')} />}
          </Field>
          {!customer && (
            <Field label="Customer" error={errorOf('customerId')}>
              {(control) => (
                <CustomerSelect
                  control={control}
                  value={values.customerId || null}
                  onChange={(id) => setValues({ customerId: id })}
                />
              )}
            </Field>
          )}
        </form>
      )}
    </Dialog>
  );
}
