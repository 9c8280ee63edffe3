import { Keyboard } from 'lucide-react';
import { useId, useState } from 'react';
import { isPageKey, type PageKey, setSingleKeys, usePageKeys, useSingleKeys } from '@/lib/page-keys.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { CheckField } from '@/ui/checkbox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Kbd } from '@/ui/kbd.tsx';
import { TooltipProvider } from '@/ui/tooltip.tsx';
import { texts } from './texts.ts';

const { shortcuts } = texts;

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const IN_APP: readonly PageKey[] = [
  { keys: [MODIFIER, 'K'], does: shortcuts.palette },
  { keys: [MODIFIER, 'B'], does: shortcuts.sidebar },
];

const EVERYWHERE: readonly PageKey[] = [
  { keys: ['F8'], does: shortcuts.notifications },
  { keys: [shortcuts.escape], does: shortcuts.close },
  { keys: ['?'], does: shortcuts.list },
];

/** The list of keys. A guest has none of those of the app. */
export function Shortcuts({ isGuest = false }: { isGuest?: boolean }) {
  const [open, setOpen] = useState(false);
  const onThisPage = usePageKeys();
  useWindowEvent('keydown', (event) => {
    if (event.key === '?' && isPageKey(event)) setOpen(true);
  });
  return (
    <TooltipProvider>
      <IconButton label={shortcuts.title} icon={Keyboard} className="max-md:hidden" onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title={shortcuts.title} size="sm" footer={<SingleKeysChoice />}>
        {onThisPage.length > 0 && <KeyList title={shortcuts.onThisPage} keys={onThisPage} />}
        <KeyList title={shortcuts.everywhere} keys={isGuest ? EVERYWHERE : [...IN_APP, ...EVERYWHERE]} />
      </Dialog>
    </TooltipProvider>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly PageKey[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="not-first:mt-5">
      <h3 id={id} className="mb-2 font-medium text-muted text-xs">
        {title}
      </h3>
      <dl className="space-y-3">
        {keys.map(({ keys: names, does }) => (
          <div key={does} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{does}</dt>
            <dd className="flex gap-1">
              {names.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SingleKeysChoice() {
  const work = useSingleKeys();
  return (
    <CheckField checked={work} onChange={setSingleKeys} className="mr-auto items-center gap-2.5 text-sm">
      {shortcuts.singleKeys(MODIFIER)}
    </CheckField>
  );
}
