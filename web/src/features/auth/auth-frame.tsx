import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Avatar } from '@/ui/avatar.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Note } from '@/ui/note.tsx';
import type { CallbackMessage } from './callback/callback-messages.ts';
import { takeCallbackMessage } from './data.ts';
import { PlainFrame, type PlainFrameProps } from './plain-frame.tsx';
import { texts } from './texts.ts';

/** The layout of the pages before sign-in: a form and, on wide screens, a picture of the product. */
export const AuthFrame = (props: PlainFrameProps) => <PlainFrame {...props} aside={<Showcase />} />;

const { showcase } = texts;

function Showcase() {
  return (
    <aside
      aria-label={showcase.label}
      className="relative hidden flex-col justify-center overflow-hidden border-border border-l bg-surface px-12 py-16 [background-image:radial-gradient(48rem_36rem_at_85%_15%,var(--color-accent-soft),transparent)] lg:flex"
    >
      <div className="mx-auto w-full max-w-lg">
        <p className="text-balance font-semibold text-2xl">{showcase.title}</p>
        <p className="mt-2 max-w-md text-muted">{showcase.description}</p>
        <ul aria-hidden className="mt-10 space-y-3">
          {showcase.leads.map((lead, index) => (
            <SampleLead key={lead.name} lead={lead} indented={index % 2 === 1} />
          ))}
        </ul>
      </div>
    </aside>
  );
}

function SampleLead({ lead, indented }: { lead: (typeof showcase.leads)[number]; indented: boolean }) {
  const { name, work, audience, approved } = lead;
  return (
    <li
      className={clsx(
        'flex items-center gap-3 rounded-lg border border-border bg-raised px-4 py-3 shadow-float',
        indented ? 'ml-8' : 'mr-8',
      )}
    >
      <Avatar name={name} className="size-9" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{name}</p>
        <p className="truncate text-muted text-xs">{work}</p>
      </div>
      <Badge className="max-xl:hidden">{audience}</Badge>
      <Badge tone={approved ? 'success' : 'danger'} icon={approved ? Check : X}>
        {approved ? showcase.approved : showcase.rejected}
      </Badge>
    </li>
  );
}

/** Further ways to sign in, below a line with words. */
export const OtherWays = ({ label, words, children }: { label: string; words: string; children: ReactNode }) => (
  <section aria-label={label} className="pt-4">
    <p className="mb-3 flex items-center gap-3 text-muted text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      {words}
    </p>
    <div className="grid gap-2">{children}</div>
  </section>
);

/** Shows the outcome of the link or the provider sign-in that opened this page. */
export function CallbackNote() {
  const [message, setMessage] = useState<CallbackMessage>();
  useEffect(() => {
    takeCallbackMessage().then((taken) => taken && setMessage(taken));
  }, []);
  if (!message) return null;
  return (
    <Note tone={message.isError ? 'danger' : 'info'} className="mb-5">
      {message.text}
    </Note>
  );
}
