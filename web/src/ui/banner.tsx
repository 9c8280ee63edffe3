import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageMark } from './page-mark.tsx';

type BannerProps = {
  label: string;
  icon: LucideIcon;
  text: string;
  /** A button beside the text. */
  action?: ReactNode;
};

/** A line over the whole app, whose other parts begin below it. */
export const Banner = ({ label, icon: Icon, text, action }: BannerProps) => (
  <aside
    aria-label={label}
    className="sticky top-0 z-40 flex h-(--banner) items-center justify-center gap-3 border-warning border-b bg-warning-soft px-4 text-warning print:hidden"
  >
    <PageMark name="banner" />
    <Icon aria-hidden className="size-4 shrink-0" />
    <p className="line-clamp-2 min-w-0 font-medium text-sm leading-4 wrap-anywhere md:line-clamp-1" title={text}>
      {text}
    </p>
    {action}
  </aside>
);
