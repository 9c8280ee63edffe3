import { useSave } from '@/lib/use-save.ts';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { useForm } from '@/ui/use-form.ts';
import { changeDays, refreshLinks, type SentLink } from './data.ts';
import { DayFields } from './day-fields.tsx';
import { checkDays, dayAhead, type LinkDays, linkLastDay } from './link-values.ts';
import { texts } from './texts.ts';

const { extend } = texts;

/** Changes when a link ends, and by when its guest is asked to review. An ended one becomes live again. */
export function ExtendDialog({ link, onClose }: { link: SentLink; onClose: () => void }) {
  const isAhead = link.review_by !== null && link.review_by >= dayAhead(0);
  const { save } = useSave({
    write: (days: LinkDays) => changeDays(link.id, days),
    refresh: refreshLinks,
    success: { title: extend.saved, description: link.email },
    failure: extend.failed,
  });
  const form = useForm({
    initial: { until: linkLastDay(link), reviewBy: isAhead ? (link.review_by ?? '') : '' },
    validate: checkDays,
    submit: async (days) => {
      if (await save(days)) onClose();
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
      <DayFields form={form} />
    </FormDialog>
  );
}
