import { Eye } from 'lucide-react';
import { useSession } from '@/features/session/session.tsx';
import { Button } from '@/ui/button.tsx';
import { texts } from './texts.ts';
import { useExpiry } from './use-expiry.ts';
import { useImpersonation } from './use-impersonation.ts';

/** Shown on every page during an impersonation. */
export function ImpersonationBanner() {
  const { rereadGrants } = useSession();
  const { current, stop, expire } = useImpersonation();
  useExpiry(current, (reason) => {
    expire(reason);
    rereadGrants(); // it may have ended because the admin lost the role
  });
  if (!current) return null;
  const text = texts.current(current.customer.name);
  return (
    <aside
      aria-label={texts.label}
      data-banner
      className="sticky top-0 z-40 flex h-(--banner) items-center justify-center gap-3 border-warning border-b bg-warning-soft px-4 text-warning"
    >
      <Eye aria-hidden className="size-4 shrink-0" />
      <p className="line-clamp-2 min-w-0 font-medium text-sm leading-4 wrap-anywhere md:line-clamp-1" title={text}>
        {text}
      </p>
      <Button size="sm" onClick={stop}>
        {texts.exit}
      </Button>
    </aside>
  );
}
