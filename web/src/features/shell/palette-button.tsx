import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { PageGroup } from '@/features/palette/use-commands.ts';
import { type AppSession, useSession } from '@/features/session/session.tsx';
import { lazyCode } from '@/lib/lazy-code.tsx';
import { useCtrlKey } from '@/lib/page-keys.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { type AreaName, areas } from './areas.ts';
import { texts } from './texts.ts';

const Palette = lazyCode('Palette', () => import('@/features/palette/palette.tsx'));

/** The palette does not open over a dialog. */
const DIALOG = '[role=dialog], [role=alertdialog]';

/** The button and the key, Ctrl or Cmd plus K, that open the command palette. */
export function PaletteButton() {
  const session = useSession();
  const [open, setOpen] = useState(false);
  useCtrlKey('k', () => setOpen((before) => !before && document.querySelector(DIALOG) === null));
  return (
    <>
      <IconButton label={texts.palette.label} icon={Search} onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <Palette groups={pageGroups(session)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The pages that the user may open; an administrator's customer pages are those of the impersonated customer. */
function pageGroups({ isAdmin, isCustomer, impersonation }: AppSession): PageGroup[] {
  const pagesOf = (area: AreaName) => areas[area].groups.flatMap(({ items }) => items);
  const customerArea = impersonation
    ? texts.palette.asCustomer(impersonation.customer.name)
    : isAdmin
      ? texts.palette.customerArea
      : texts.palette.pages;
  return [
    ...(isCustomer || impersonation ? [{ label: customerArea, pages: pagesOf('customer') }] : []),
    ...(isAdmin ? [{ label: areas.admin.title, pages: pagesOf('admin') }] : []),
  ];
}
