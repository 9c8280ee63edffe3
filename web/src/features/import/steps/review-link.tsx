import { Link } from 'lucide-react';
import { useState } from 'react';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { counted } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import { reviewLink } from '../data.ts';
import { texts } from '../texts.ts';
import type { ImportRun } from '../wizard-reducer.ts';

const { review } = texts;

/** Copies the link to what the customer has to review. Without a clipboard it shows the link. */
export function ReviewLink({ run }: { run: ImportRun }) {
  const { importType, customerId } = run.request;
  const [isShown, setIsShown] = useState(false);
  const customer = useCustomerName(customerId) ?? review.theCustomer;
  const link = reviewLink(importType);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: review.copied, description: review.copiedHint(customer), tone: 'success' });
    } catch {
      setIsShown(true); // without TLS there is no clipboard API
    }
  };
  return (
    <Card className="space-y-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0 text-sm">
          {review.forCustomer(
            counted(run.progress.totals.successfulRows, review.ready[importType]),
            <bdi>{customer}</bdi>,
          )}
        </p>
        <Button icon={Link} onClick={copy}>
          {review.action}
        </Button>
      </div>
      {isShown && <CopyField label={review.link} value={link} />}
    </Card>
  );
}
