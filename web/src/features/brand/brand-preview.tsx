import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { brandColors } from '#domain/brand-colors.ts';
import { type ColorTheme, colorProperties } from '@/lib/brand.ts';
import { BrandMark } from '@/ui/brand-mark.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { texts } from './texts.ts';

type BrandPreviewProps = {
  name: string;
  logo: string | undefined;
  color: string | undefined;
  sender: string;
  footer: string;
};

const { preview } = texts;

/** The sign-in page with what is typed, in both themes. */
export function BrandPreview(props: BrandPreviewProps) {
  return (
    <section aria-label={preview.title} className="space-y-4">
      {(['light', 'dark'] as const).map((theme) => (
        <Sample key={theme} theme={theme} {...props} />
      ))}
      {props.sender && <p className="text-muted text-sm">{preview.email(props.sender)}</p>}
    </section>
  );
}

/** Classes of ui/tokens.css, which have the colors of a theme. */
const SAMPLES = { light: 'sample-light', dark: 'sample-dark' };

function Sample({ theme, name, logo, color, footer }: BrandPreviewProps & { theme: ColorTheme }) {
  const style = color && (Object.fromEntries(colorProperties(brandColors(color), theme)) as CSSProperties);
  return (
    <figure
      style={style || undefined}
      className={clsx(SAMPLES[theme], 'rounded-lg border border-border bg-raised p-5 text-text')}
    >
      <figcaption className="mb-4 text-muted text-xs">{preview[theme]}</figcaption>
      <p className="flex items-center gap-2.5 font-semibold">
        <BrandMark className="size-7" logo={logo ?? null} />
        <span className="min-w-0 truncate">{name}</span>
      </p>
      <p className="mt-5 font-semibold text-xl">{preview.heading}</p>
      <div className="mt-3 flex items-center gap-4">
        <span className={buttonClass('primary')}>{preview.button}</span>
        <span className="font-medium text-accent-text text-xs">{preview.link}</span>
      </div>
      {footer && <p className="mt-5 text-muted text-xs wrap-anywhere">{footer}</p>}
    </figure>
  );
}
