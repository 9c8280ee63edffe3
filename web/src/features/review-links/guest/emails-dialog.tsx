import { useQueryClient } from '@tanstack/react-query';
import { EmailChoiceList } from '@/features/account/emails-section.tsx';
import { invalidate } from '@/lib/query-client.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { guestLink } from './guest-link-data.ts';
import { texts } from './texts.ts';

const { title, hint } = texts.review.emails;

/** The emails that the guest's address gets. */
export function EmailsDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const close = () => {
    void invalidate(client, guestLink.queryKey); // the page says whether the guest is reminded
    onClose();
  };
  return (
    <Dialog
      title={title}
      description={hint}
      size="sm"
      onOpenChange={close}
      footer={
        <Button variant="primary" onClick={close}>
          {commonTexts.done}
        </Button>
      }
    >
      <EmailChoiceList />
    </Dialog>
  );
}
