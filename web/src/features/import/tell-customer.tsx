import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { lengthError, textLengths } from '#domain/limits.ts';
import { newsText } from '#domain/news.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSave } from '@/lib/use-save.ts';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { CharactersLeft, Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Textarea } from '@/ui/input.tsx';
import { Note } from '@/ui/note.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { useForm } from '@/ui/use-form.ts';
import { type News, newsPreview, oneImport, tellCustomer } from './history/history-data.ts';
import { texts } from './texts.ts';

const { tell } = texts;

/** The server tells of an import once an hour. */
const HOUR_MS = 3_600_000;

/** Emails those who review for the customer of an import, after showing what the email says. */
export function TellCustomer({ importId }: { importId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Mail} onClick={() => setOpen(true)}>
        {tell.action}
      </Button>
      {isOpen && <TellCustomerDialog importId={importId} onClose={() => setOpen(false)} />}
    </>
  );
}

function TellCustomerDialog({ importId, onClose }: { importId: string; onClose: () => void }) {
  const preview = useQuery(newsPreview(importId));
  const { data: entry } = useQuery(oneImport(importId));
  const { save } = useSave({
    write: (message: string) => tellCustomer(importId, message),
    refresh: (client) => client.invalidateQueries({ queryKey: ['imports'] }),
    success: (count) => ({ title: tell.told, description: tell.toldHint(count) }),
    failure: tell.failed,
  });
  const form = useForm<{ message: string }>({
    initial: { message: '' },
    validate: ({ message }) => {
      const error = lengthError(tell.messageName, message.trim(), textLengths.reviewMessage);
      return error ? { message: error } : {};
    },
    submit: async ({ message }) => {
      if (await save(message.trim())) onClose();
    },
  });
  const message = form.values.message.trim();
  const toldAt = entry?.told_at ?? null;
  const isTold = toldAt !== null && Date.now() - Date.parse(toldAt) < HOUR_MS;
  const news = preview.data;
  return (
    <FormDialog
      form={form}
      title={tell.action}
      description={tell.hint}
      submitLabel={tell.submit}
      disabled={!news || !canBeTold(news) || isTold}
      onClose={onClose}
    >
      {toldAt !== null && <Note>{tell.toldBefore(<RelativeTime at={toldAt} />, isTold)}</Note>}
      <Loaded
        query={preview}
        what={tell.what}
        skeleton={
          <Loading label={commonTexts.loading(tell.loading)}>
            <Skeleton className="h-32 w-full" />
          </Loading>
        }
      >
        {(found) =>
          canBeTold(found) ? (
            <>
              <Field label={tell.message} optional error={form.fieldError('message')}>
                <Textarea className="min-h-20!" dir="auto" {...form.inputProps('message')} />
              </Field>
              <CharactersLeft count={textLengths.reviewMessage - [...message].length} />
              <Preview news={found} customer={entry?.customers?.name ?? texts.review.theCustomer} message={message} />
            </>
          ) : (
            <Note>{found.leads + found.companies === 0 ? tell.nothing : tell.nobody}</Note>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

const canBeTold = ({ leads, companies, recipient_count: count }: News) => leads + companies > 0 && count > 0;

function Preview({ news, customer, message }: { news: News; customer: string; message: string }) {
  const { sender, leads, companies, recipients, recipient_count: count } = news;
  const { subject, paragraphs } = newsText({ sender, customer, leads, companies, message });
  return (
    <section aria-label={tell.preview} className="wrap-anywhere space-y-2 rounded-lg border border-border p-3 text-sm">
      <p className="text-muted">{tell.to(recipients.slice(0, MAX_RECIPIENTS), count)}</p>
      <p className="font-medium">{subject}</p>
      {paragraphs.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first is the app's, the second what is typed
        <p key={index} dir="auto" className="whitespace-pre-line">
          {text}
        </p>
      ))}
    </section>
  );
}

const MAX_RECIPIENTS = 5;
