import { Link } from 'lucide-react';
import { useState } from 'react';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { counted } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { reviewLink } from '../data.ts';
import type { ImportRun } from '../wizard-reducer.ts';

const NOUNS = {
  leads: { one: 'lead is', many: 'leads are' },
  companies: { one: 'company is', many: 'companies are' },
};

/** Copies the link to what the customer has to review. Without a clipboard it shows the link. */
export function ReviewLink({ run }: { run: ImportRun }) {
  const { importType, customerId } = run.request;
  const [isShown, setIsShown] = useState(false);
  const customer = useCustomerName(customerId) ?? 'the customer';
  const link = reviewLink(importType);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: 'Link copied', description: `Send it to ${customer} to start their review.`, tone: 'success' });
    } catch {
      setIsShown(true); // without TLS there is no clipboard API
    }
  };
  return (
    <Card className="space-y-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0 text-sm">
          {counted(run.progress.totals.successfulRows, NOUNS[importType])} ready for <bdi>{customer}</bdi> to review.
        </p>
        <Button icon={Link} onClick={copy}>
          Tell the customer
        </Button>
      </div>
      {isShown && <CopyField label="Link to review" value={link} />}
    </Card>
  );
}
