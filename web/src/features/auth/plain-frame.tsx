import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { brandName, useBrand } from '@/lib/brand.ts';
import { BrandMark } from '@/ui/brand-mark.tsx';

export type PlainFrameProps = { title: string; description: ReactNode; children: ReactNode };

/** A form below the agency's name, with what stands beside it on wide screens. */
export function PlainFrame({ title, description, aside, children }: PlainFrameProps & { aside?: ReactNode }) {
  const brand = useBrand();
  return (
    <div
      className={clsx(
        'grid min-h-[calc(100dvh-var(--banner))] bg-raised',
        aside && 'lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.15fr)]',
      )}
    >
      <main className="flex flex-col px-6 pt-16 pb-8 sm:px-10">
        <p className="flex items-center gap-2.5 font-semibold text-base">
          <BrandMark className="size-7" />
          {brandName(brand)}
        </p>
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="font-semibold text-2xl">{title}</h1>
          <p className="mt-1 mb-6 text-muted">{description}</p>
          {children}
        </div>
        {brand?.footer && <p className="text-center text-muted text-xs">{brand.footer}</p>}
      </main>
      {aside}
    </div>
  );
}
