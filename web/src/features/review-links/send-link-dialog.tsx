import { Eye } from 'lucide-react';
import { generatePath } from 'react-router';
import { textLengths } from '#domain/limits.ts';
import { AudienceFilter } from '@/features/audiences/audience-select.tsx';
import type { CustomerName } from '@/features/customers/data.ts';
import { useSession } from '@/features/session/session.tsx';
import { useSave } from '@/lib/use-save.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { CheckField } from '@/ui/checkbox.tsx';
import type { DialogProps } from '@/ui/dialog.tsx';
import { CharactersLeft, Field } from '@/ui/field.tsx';
import { TextField } from '@/ui/form.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Textarea } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';
import { useForm } from '@/ui/use-form.ts';
import { type ColleagueRequest, createLink, type Mailed, refreshLinks } from './data.ts';
import { DayFields } from './day-fields.tsx';
import { checkLink, colleagueLink, endOfDay, type LinkValues, usualDay, writtenDay } from './link-values.ts';
import { storePreview } from './preview-data.ts';
import { texts } from './texts.ts';

const { send } = texts;

const ROLES = (['approver', 'reviewer'] as const).map((value) => ({ value, label: send.roles[value] }));

const NEW_LINK = { email: '', audience: null, withCampaigns: false, role: 'approver', message: '' } as const;

type SendLinkDialogProps = {
  customer: CustomerName;
  /** The request that the link answers. */
  request?: ColleagueRequest | undefined;
  /** Called once the link is stored. */
  onStored: () => void;
  /** Called with a link whose email could not be sent. */
  onUnsent: (mailed: Mailed) => void;
  returnTo: DialogProps['returnTo'];
  onClose: () => void;
};

export function SendLinkDialog(props: SendLinkDialogProps) {
  const { customer, request, onStored, onUnsent, returnTo, onClose } = props;
  const { save } = useSave({
    write: (values: LinkValues) => createLink(customer.id, values, request),
    refresh: refreshLinks,
    success: ({ email, failure }, { until }) =>
      failure === undefined ? { title: send.sent, description: send.sentHint(email, writtenDay(until)) } : null,
    failure: send.failed,
  });
  const form = useForm<LinkValues>({
    initial: request ? colleagueLink(request) : { ...NEW_LINK, until: usualDay(), reviewBy: '' },
    validate: checkLink,
    submit: async (values) => {
      const saved = await save(values);
      if (!saved) return;
      onStored();
      onClose();
      if (saved.result.failure !== undefined) onUnsent(saved.result);
    },
  });
  const { values, setValues, inputProps, fieldError } = form;
  const { email, audience, withCampaigns, role, message, until, reviewBy } = values;
  const { user, isAdmin } = useSession();
  const sender = (user?.user_metadata.full_name as string | undefined) || (isAdmin ? send.agency : send.team);
  /** Opens the page of the guest in another tab, so that the form stays as it is. */
  const preview = () => {
    storePreview({
      id: '',
      customer_id: customer.id,
      customer_name: customer.name,
      sender_name: sender,
      email,
      audience,
      with_campaigns: withCampaigns,
      role,
      message: message.trim(),
      expires_at: endOfDay(until),
      review_by: reviewBy || null,
      reminders: true,
    });
    window.open(generatePath(paths.reviewPreview, {}));
  };
  return (
    <FormDialog
      form={form}
      title={send.action}
      description={request ? send.colleagueHint(request.link.email) : send.hint(customer.name)}
      submitLabel={send.submit}
      returnTo={returnTo}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        label={send.email}
        type="email"
        autoComplete="off"
        required
        readOnly={request !== undefined}
      />
      <Field label={send.audience} help={audience === null ? send.everything : send.oneAudience}>
        <AudienceFilter value={audience} onChange={(next) => setValues({ audience: next })} customers={[customer.id]} />
      </Field>
      <CheckField checked={withCampaigns} onChange={(next) => setValues({ withCampaigns: next })}>
        {send.campaigns}
      </CheckField>
      {withCampaigns && (
        <Field label={send.role}>
          <Select value={role} onChange={(next) => setValues({ role: next })} options={ROLES} />
        </Field>
      )}
      <Field label={send.message} optional error={fieldError('message')}>
        <Textarea className="min-h-20!" dir="auto" {...inputProps('message')} />
      </Field>
      <CharactersLeft count={textLengths.reviewMessage - [...message.trim()].length} />
      <DayFields form={form} />
      <Button icon={Eye} className="justify-self-start" disabled={until === ''} onClick={preview}>
        {send.preview}
      </Button>
    </FormDialog>
  );
}
