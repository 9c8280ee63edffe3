import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { usePageMark } from './page-mark.tsx';

export const PANEL_PLACE =
  'fixed top-[calc(3.5rem+var(--banner))] right-0 bottom-0 w-104 max-w-full border-border border-l';

export type PanelSpaceProps = {
  icon: LucideIcon;
  /** Shown while the panel is closed. */
  hint: string | false;
};

/** From 1280 px on, the place of the panel beside the page, so that it covers nothing, and nothing moves when it opens or closes. */
export function PanelSpace({ icon: Icon, hint }: PanelSpaceProps) {
  usePageMark('panel-space');
  return (
    <div className={clsx(PANEL_PLACE, 'z-10 hidden place-content-center px-6 text-center xl:grid')}>
      {hint && (
        <>
          <Icon aria-hidden className="mx-auto mb-3 size-6 text-muted" strokeWidth={1.5} />
          <p className="text-muted text-sm">{hint}</p>
        </>
      )}
    </div>
  );
}
