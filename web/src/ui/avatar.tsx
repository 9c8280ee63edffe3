import { clsx } from 'clsx';
import { useState } from 'react';

export type AvatarProps = {
  name: string;
  src?: string | null;
  /** Size class, such as 'size-8'. */
  className?: string;
};

/** A picture, or the initials while it loads and if it cannot be loaded. Hidden from screen readers: the name is in the text beside it. */
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
      {toInitials(name)}
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

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The initials of the first and the last word of a name, or one character of a script with wide ones; '?' if there are none. */
export function toInitials(name: string): string {
  const words = name.split(/[\s,]+/u).flatMap((word) => word.match(/\p{L}|\p{N}/u)?.[0] ?? []);
  if (words[0] && wide.test(words[0])) return words[0];
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return picked.join('').toLocaleUpperCase() || '?';
}
