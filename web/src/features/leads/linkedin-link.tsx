import { texts } from './texts.ts';

export type LinkedInLinkProps = { name: string; url: string | null };

const WEB = /^https?:\/\//i;

/** Opens a lead's profile in a new tab; an address that is none of the web's is not offered. */
export function LinkedInLink({ name, url }: LinkedInLinkProps) {
  if (!url || !WEB.test(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="relative grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-subtle hover:text-accent-text pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
    >
      <svg role="img" aria-label={texts.linkedIn(name)} viewBox="0 0 16 16" fill="currentColor" className="size-3.5">
        <path d="M2.5 0h11A2.5 2.5 0 0 1 16 2.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 0 13.5v-11A2.5 2.5 0 0 1 2.5 0Zm.6 6.2v6.6h2V6.2h-2ZM4.1 5.2a1.15 1.15 0 1 0 0-2.3 1.15 1.15 0 0 0 0 2.3Zm2.5 1v6.6h2V9.3c0-1 .3-1.6 1.2-1.6.8 0 1.1.6 1.1 1.5v3.6h2V8.9c0-1.9-.9-2.9-2.4-2.9-1 0-1.6.5-1.9 1.1v-.9h-2Z" />
      </svg>
    </a>
  );
}
