import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CustomerSelect } from '@/features/customers/customer-select.tsx';
import { toast, toastFailure } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { useForm } from '@/ui/use-form.ts';
import { useCreateCampaign } from './campaign-data.ts';
import { CampaignNameDialog, checkCampaignName } from './campaign-name-dialog.tsx';

/** The customer whose campaign it will be, or that the person is asked for it. */
export type CampaignOwner = { ask: false; id: string } | { ask: true; initial: string | null };

export type CreateCampaignProps = { owner: CampaignOwner; onCreated: (id: string) => void };

/** The button that makes a campaign, and the question for its name. */
export function CreateCampaign({ owner, onCreated }: CreateCampaignProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" icon={Plus} onClick={() => setAsking(true)}>
        Create campaign
      </Button>
      {asking && <CreateDialog owner={owner} onCreated={onCreated} onClose={() => setAsking(false)} />}
    </>
  );
}

function CreateDialog({ owner, onCreated, onClose }: CreateCampaignProps & { onClose: () => void }) {
  const { mutateAsync: create } = useCreateCampaign();
  const form = useForm({
    initial: { customerId: (owner.ask ? owner.initial : owner.id) ?? '', name: '' },
    validate: (values) => ({
      ...(values.customerId === '' && { customerId: 'Please select a customer' }),
      ...checkCampaignName(values),
    }),
    submit: async ({ customerId, name }) => {
      try {
        const id = await create({ name: name.trim(), customer_id: customerId });
        toast({ title: 'Campaign created successfully', tone: 'success' });
        onClose();
        onCreated(id);
      } catch (failure) {
        toastFailure('Failed to create campaign', failure);
      }
    },
  });
  const { values, errorOf, setValues } = form;
  return (
    <CampaignNameDialog
      title="Create campaign"
      description="It starts as a draft, without steps."
      submitLabel="Create campaign"
      form={form}
      onClose={onClose}
    >
      {owner.ask && (
        <Field label="Customer" error={errorOf('customerId')}>
          {(control) => (
            <CustomerSelect
              control={control}
              value={values.customerId}
              onChange={(customerId) => setValues({ customerId })}
            />
          )}
        </Field>
      )}
    </CampaignNameDialog>
  );
}
