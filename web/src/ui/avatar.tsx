import { clsx } from 'clsx';
import { useState } from 'react';
import { initialsOf } from './initials.ts';

export type AvatarProps = {
  name: string;
  src?: string | null;
  /** Size class, such as 'size-8'. */
  className?: string;
};

/** A picture with the initials beneath it until it is there, and instead of it where it cannot be had. Said elsewhere, so hidden from readers. */
export function Avatar({ name, src, className = 'size-8' }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  return (
    <span
      aria-hidden
      className={clsx(
        'relative grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-accent-soft font-medium text-accent-text text-xs',
        className,
      )}
    >
      {initialsOf(name)}
      {src && src !== failed && (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
