import type { ReactNode } from 'react';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { Showcase } from './showcase.tsx';

export type AuthFrameProps = { title: string; description: string; children: ReactNode };

/** The form at one side and, where there is room, what the product is about at the other. */
export function AuthFrame({ title, description, children }: AuthFrameProps) {
  return (
    <div className="grid min-h-dvh bg-raised lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.15fr)]">
      <main className="flex flex-col px-6 py-8 sm:px-10">
        <p className="flex items-center gap-2.5 font-semibold text-base">
          <BrandMark className="size-7" />
          Leadlight
        </p>
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="font-semibold text-2xl">{title}</h1>
          <p className="mt-1 mb-6 text-muted">{description}</p>
          {children}
        </div>
      </main>
      <Showcase />
    </div>
  );
}
