import { buttonClass } from '@/ui/button.tsx';

/** The first stop of the Tab key: past the navigation, into the page. */
export function SkipLink() {
  return (
    <a href="#main" className={buttonClass('primary', 'md', 'fixed! top-2 left-2 z-50 not-focus:sr-only')}>
      Skip to content
    </a>
  );
}
