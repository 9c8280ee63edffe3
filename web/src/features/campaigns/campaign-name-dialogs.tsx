import { textLengths } from '#domain/limits.ts';
import { checkName, copyName } from '#domain/name.ts';
import { CustomerSelect } from '@/features/customers/customer-select.tsx';
import { useIsAdminArea } from '@/features/session/use-is-admin-area.ts';
import { useSave } from '@/lib/use-save.ts';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Input } from '@/ui/input.tsx';
import { useForm } from '@/ui/use-form.ts';
import { type Campaign, createCampaign, duplicateCampaign, refreshCampaigns, updateCampaign } from './data.ts';
import { texts } from './texts.ts';

/** The customer of a new campaign, and whether the user may choose another one. */
export type CampaignOwner = { initial: string | null; choose: boolean };

type CreateCampaignProps = { owner: CampaignOwner; onCreated: (id: string) => void; onClose: () => void };

export function CreateCampaignDialog({ owner, onCreated, onClose }: CreateCampaignProps) {
  return (
    <CampaignNameDialog
      {...texts.create}
      initial={{ customerId: owner.initial ?? '', name: '' }}
      choosesCustomer={owner.choose}
      write={({ name, customerId }) => createCampaign({ name, customer_id: customerId })}
      onSaved={onCreated}
      onClose={onClose}
    />
  );
}

type DuplicateCampaignProps = { campaign: Campaign; onDuplicated: (id: string) => void; onClose: () => void };

export function DuplicateCampaignDialog({ campaign, onDuplicated, onClose }: DuplicateCampaignProps) {
  return (
    <CampaignNameDialog
      {...texts.duplicate}
      initial={{ customerId: campaign.customer_id, name: copyName(campaign.name) }}
      write={({ name }) => duplicateCampaign(campaign.id, name)}
      onSaved={onDuplicated}
      onClose={onClose}
    />
  );
}

export function RenameCampaignDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  return (
    <CampaignNameDialog
      {...texts.rename}
      initial={{ customerId: campaign.customer_id, name: campaign.name }}
      skipUnchanged
      write={({ name }) => updateCampaign(campaign.id, { name })}
      onClose={onClose}
    />
  );
}

type Values = { customerId: string; name: string };

type CampaignNameDialogProps<Result> = {
  /** Also the label of the submit button. */
  title: string;
  description?: string;
  initial: Values;
  choosesCustomer?: boolean;
  /** Closes without saving if the name is still the initial one. */
  skipUnchanged?: boolean;
  write: (values: Values) => Promise<Result>;
  success: string;
  failure: string;
  onSaved?: (result: Result) => void;
  onClose: () => void;
};

function CampaignNameDialog<Result>(props: CampaignNameDialogProps<Result>) {
  const { title, description, initial, choosesCustomer, skipUnchanged, write, success, failure, onSaved, onClose } =
    props;
  const isAdminArea = useIsAdminArea();
  const { save } = useSave({ write, refresh: refreshCampaigns, success: { title: success }, failure });
  const form = useForm({
    initial,
    validate: (values) => ({
      ...(values.customerId === '' && {
        customerId: isAdminArea ? texts.name.customerMissing : texts.name.organizationMissing,
      }),
      ...checkName(values, { missing: texts.name.missing, maxLength: textLengths.campaignName }),
    }),
    submit: async ({ customerId, name }) => {
      if (skipUnchanged && name.trim() === initial.name) return onClose();
      const saved = await save({ customerId, name: name.trim() });
      if (!saved) return;
      onClose();
      onSaved?.(saved.result);
    },
  });
  return (
    <FormDialog form={form} title={title} description={description} onClose={onClose}>
      {choosesCustomer && (
        <Field
          label={isAdminArea ? texts.name.customer : texts.name.organization}
          error={form.fieldError('customerId')}
        >
          <CustomerSelect
            isForMember={!isAdminArea}
            value={form.values.customerId}
            onChange={(customerId) => form.setValues({ customerId })}
          />
        </Field>
      )}
      <Field label={texts.name.label} error={form.fieldError('name')}>
        <Input {...form.inputProps('name')} dir="auto" placeholder={texts.name.placeholder} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
