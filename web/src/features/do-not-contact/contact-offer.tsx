import { Ban } from 'lucide-react';
import { newEntries } from '#domain/contact-entries.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { addEntries, refreshEntries, removeEntries } from './data.ts';
import { texts } from './texts.ts';

const IS_DOMAIN = /^(?:https?:\/\/)?(?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}]+$/u;

/** Offers to add the company of a rejected row to the customer's list. */
export function ContactOffer({ customerId, company }: { customerId: string; company: string }) {
  const remove = useSave({
    write: (ids: string[]) => removeEntries(customerId, ids),
    refresh: refreshEntries,
    failure: texts.restoreFailed,
  });
  const { save, isSaving } = useSave({
    write: async () => {
      const kind = IS_DOMAIN.test(company) ? 'domain' : 'company';
      const entries = newEntries(1, kind, company);
      const { ids, errors } = await addEntries({ list: customerId, entries, source: 'rejection' });
      if (errors[0]) throw new Error(errors[0].error);
      return ids;
    },
    refresh: refreshEntries,
    success: (ids) => ({
      title: texts.rejection.added(company),
      ...(ids.length > 0 && { action: { label: commonTexts.undo, onClick: () => remove.save(ids) } }),
    }),
    failure: texts.add.failed,
  });
  return (
    <Button size="sm" icon={Ban} busy={isSaving} className="mb-2 max-w-full" onClick={() => save()}>
      <span className="truncate" dir="auto">
        {texts.rejection.offer(company)}
      </span>
    </Button>
  );
}
