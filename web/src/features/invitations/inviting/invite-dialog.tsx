import { Send } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react';
import { CustomerSelect } from '@/features/customers/customer-select.tsx';
import type { CustomerName } from '@/features/customers/data.ts';
import { RoleSelect } from '@/features/session/role-select.tsx';
import { isComposing } from '@/lib/page-keys.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormElement } from '@/ui/form.tsx';
import { Textarea } from '@/ui/input.tsx';
import { useUnsavedForm } from '@/ui/unsaved-changes.tsx';
import { texts } from '../texts.ts';
import { InvitationLink, InviteResults } from './invite-results.tsx';
import { useInviteForm } from './use-invite-form.ts';

const { invite } = texts;

export type InviteDialogProps = {
  /** On a customer's own page: that customer, which is then not to be chosen. */
  customer?: CustomerName;
  /** Shown if an invitation was stored but its email could not be sent. */
  unsentText?: string;
  onClose: () => void;
};

export function InviteDialog({ customer, unsentText = texts.unsent.hint, onClose }: InviteDialogProps) {
  const formId = useId();
  const { form, invitings, unsent, phase, stop } = useInviteForm(customer, onClose);
  const { values, busy, fieldError, inputProps, setValues } = form;
  const { question, close } = useUnsavedForm(phase === 'entering' ? form : {}, onClose);
  const footers: Record<typeof phase, ReactNode> = {
    entering: (
      <>
        <Button onClick={close}>{commonTexts.cancel}</Button>
        <Button variant="primary" type="submit" form={formId} icon={Send} busy={busy}>
          {invite.submit}
        </Button>
      </>
    ),
    'sending-several': <Button onClick={stop}>{invite.stop}</Button>,
    done: (
      <Button variant="primary" onClick={onClose}>
        {commonTexts.done}
      </Button>
    ),
  };
  return (
    <Dialog
      onOpenChange={phase === 'sending-several' ? () => undefined : close}
      size="sm"
      title={commonTexts.inviteUser}
      description={phase === 'entering' ? invite.description(customer?.name) : undefined}
      footer={footers[phase]}
    >
      {unsent && <InvitationLink unsent={unsent} text={unsentText} />}
      {invitings.length > 0 && <InviteResults invitings={invitings} unsentText={unsentText} />}
      {phase === 'entering' && (
        <FormElement id={formId} form={form}>
          <Field label={invite.email} error={fieldError('email')} help={invite.emailHelp}>
            <EmailsInput {...inputProps('email')} />
          </Field>
          {!customer && (
            <Field label={invite.customer} error={fieldError('customerId')}>
              <CustomerSelect value={values.customerId || null} onChange={(customerId) => setValues({ customerId })} />
            </Field>
          )}
          <Field label={invite.role} help={invite.roleHelp[values.role]}>
            <RoleSelect value={values.role} onChange={(role) => setValues({ role })} />
          </Field>
        </FormElement>
      )}
      {question}
    </Dialog>
  );
}

/** Looks like an input and keeps the lines of a pasted list. Enter submits, Shift+Enter adds a line. */
function EmailsInput(props: ComponentProps<'textarea'>) {
  const submitOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <Textarea
      {...props}
      rows={1}
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      required
      onKeyDown={submitOnEnter}
      className="min-h-8! resize-none! max-h-48! py-1! pointer-coarse:min-h-11! pointer-coarse:py-2!"
    />
  );
}
