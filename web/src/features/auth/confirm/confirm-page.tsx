import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { usePageTitle } from '@/lib/page-title.ts';
import { useWindowEvent } from '@/lib/use-window-event.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Note } from '@/ui/note.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { isOtherBrowsers, verifyLinkUrl } from '../data.ts';
import { texts } from './texts.ts';

const NAMES = ['token', 'type', 'redirect_to'] as const;

/**
 * The page that an emailed link opens. Only its button uses up the link, since scanners of email open every link. The token is in the fragment, which
 * browsers send to no server.
 */
export function ConfirmPage() {
  const parameters = new URLSearchParams(useLocation().hash.slice(1));
  const [type, token] = [parameters.get('type') ?? '', parameters.get('token') ?? ''];
  const kind = token !== '' && Object.hasOwn(texts.kinds, type) ? type : undefined;
  const shown = kind ? texts.kinds[kind as keyof typeof texts.kinds] : texts.incomplete;
  usePageTitle(shown.title);
  return (
    <AuthFrame title={shown.title} description={shown.description}>
      {kind === 'recovery' && isOtherBrowsers(token) && <Note className="mb-5">{texts.otherBrowser}</Note>}
      {kind ? (
        <ConfirmForm values={NAMES.map((name) => [name, parameters.get(name) ?? ''])} label={shown.label} />
      ) : (
        <Link to={paths.auth} className="rounded-sm font-medium text-accent-text text-sm hover:underline">
          {shown.label}
        </Link>
      )}
    </AuthFrame>
  );
}

/** The response redirects to the page that the link is for, as the browser expects it of a form. */
function ConfirmForm({ values, label }: { values: [name: string, value: string][]; label: string }) {
  const [isSent, setSent] = useState(false); // a second press would cancel the first response, and find the link used
  useWindowEvent('pageshow', () => setSent(false));
  return (
    <form method="post" action={verifyLinkUrl} onSubmit={() => setSent(true)}>
      {values.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="primary" size="lg" busy={isSent} autoFocus className="w-full">
        {label}
      </Button>
      <p className="mt-4 text-muted text-xs">{texts.hint}</p>
    </form>
  );
}
