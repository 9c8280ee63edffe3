import { useSave } from '@/lib/use-save.ts';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { useForm } from '@/ui/use-form.ts';
import { extendLink, refreshLinks, type SentLink } from './data.ts';
import { checkDay, usualDay } from './link-values.ts';
import { texts } from './texts.ts';
import { UntilField } from './until-field.tsx';

const { extend } = texts;

/** Changes when a link ends. An ended one becomes live again. */
export function ExtendDialog({ link, onClose }: { link: SentLink; onClose: () => void }) {
  const { save } = useSave({
    write: (until: string) => extendLink(link.id, until),
    refresh: refreshLinks,
    success: { title: extend.saved, description: link.email },
    failure: extend.failed,
  });
  const form = useForm({
    initial: { until: usualDay() },
    validate: checkDay,
    submit: async ({ until }) => {
      if (await save(until)) onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={extend.action}
      description={link.email}
      submitLabel={extend.submit}
      onClose={onClose}
    >
      <UntilField form={form} />
    </FormDialog>
  );
}
