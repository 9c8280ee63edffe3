import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '@/ui/button.tsx';
import { texts } from './texts.ts';

export function LoadingScreen() {
  return (
    <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center">
      <p role="status" className="flex animate-appear items-center gap-2 text-muted">
        <Spinner />
        {texts.loading}
      </p>
    </main>
  );
}

export type NoticePageProps = { icon: LucideIcon; title: string; description: string; action: ReactNode };

export function NoticePage({ icon: Icon, title, description, action }: NoticePageProps) {
  return (
    <main className="grid min-h-[calc(100dvh-var(--banner))] place-items-center px-6 py-12 text-center">
      <div className="flex max-w-sm flex-col items-center">
        <span className="mb-5 grid size-14 place-items-center rounded-lg border border-border bg-raised text-muted">
          <Icon aria-hidden className="size-6" strokeWidth={1.5} />
        </span>
        <h1 className="font-semibold text-xl">{title}</h1>
        <p className="mt-1.5 mb-6 text-muted">{description}</p>
        {action}
      </div>
    </main>
  );
}
