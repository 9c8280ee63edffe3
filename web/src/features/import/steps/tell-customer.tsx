import { Link } from 'lucide-react';
import { useState } from 'react';
import { useCustomerName } from '@/features/customers/use-customer-name.ts';
import { pageUrl } from '@/lib/backend.ts';
import { counted } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Card } from '@/ui/card.tsx';
import { CopyField } from '@/ui/copy-field.tsx';
import type { ImportRun } from '../wizard-reducer.ts';

const LISTS = {
  leads: { path: paths.leads, noun: { one: 'lead is', many: 'leads are' } },
  companies: { path: paths.companies, noun: { one: 'company is', many: 'companies are' } },
};

/** Copies the link to what the customer has to review. Without a clipboard it shows the link. */
export function TellCustomer({ run }: { run: ImportRun }) {
  const { importType, customerId } = run.request;
  const { path, noun } = LISTS[importType];
  const [isShown, setIsShown] = useState(false);
  const customer = useCustomerName(customerId) ?? 'the customer';
  const link = pageUrl(`${path}?status=to-review`);
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
          {counted(run.progress.totals.successfulRows, noun)} ready for <bdi>{customer}</bdi> to review.
        </p>
        <Button icon={Link} onClick={copy}>
          Tell the customer
        </Button>
      </div>
      {isShown && <CopyField label="Link to review" value={link} />}
    </Card>
  );
}
