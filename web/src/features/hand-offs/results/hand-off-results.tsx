import { useQuery } from '@tanstack/react-query';
import { Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { resultKinds } from '#domain/hand-off/result-kinds.ts';
import { recordPath } from '@/features/lists/use-open-record.ts';
import { commonTexts } from '@/lib/texts.ts';
import { paths } from '@/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { KindCounts } from '../counts.tsx';
import type { HandOff } from '../data.ts';
import { texts as handOffTexts } from '../texts.ts';
import { type ResultUpload, refreshResults, repliedLeads, resultUploads, sumUploads, undoUpload } from './data.ts';
import { texts } from './texts.ts';
import { UploadResults } from './upload-results.tsx';

/** The results that the tool has reported of a hand-off, and the files that they were read from. */
export function HandOffResults({ handOff }: { handOff: HandOff }) {
  const [isUploading, setUploading] = useState(false);
  return (
    <Section
      look="part"
      title={texts.title}
      className="print:hidden"
      aside={
        <Button icon={Upload} onClick={() => setUploading(true)}>
          {texts.upload}
        </Button>
      }
    >
      <Loaded
        query={useQuery(resultUploads(handOff))}
        what={texts.what}
        skeleton={
          <Loading label={commonTexts.loading(texts.loading)}>
            <Skeleton className="h-20 w-full" />
          </Loading>
        }
      >
        {(uploads) =>
          uploads.length === 0 ? (
            <p className="text-muted text-sm">{texts.none}</p>
          ) : (
            <Uploads handOff={handOff} uploads={uploads} />
          )
        }
      </Loaded>
      {isUploading && <UploadResults handOff={handOff} onClose={() => setUploading(false)} />}
    </Section>
  );
}

/** Links to the leads who replied. */
function Replied({ handOff, total }: { handOff: HandOff; total: number }) {
  const { data: leads = [] } = useQuery(repliedLeads(handOff));
  return (
    <section aria-label={texts.replied} className="mt-3 text-sm">
      <h4 className="mb-1 font-medium">{texts.replied}</h4>
      <ul className="flex max-h-60 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
        {leads.map(({ lead_id, name }) => (
          <li key={lead_id}>
            <Link
              to={recordPath(paths.adminLeads, 'leads', lead_id)}
              dir="auto"
              className="wrap-anywhere underline-offset-2 hover:underline"
            >
              {name || handOffTexts.result.erased}
            </Link>
          </li>
        ))}
        {total > leads.length && leads.length > 0 && (
          <li className="text-muted">{texts.moreReplied(total - leads.length)}</li>
        )}
      </ul>
    </section>
  );
}

function Uploads({ handOff, uploads }: { handOff: HandOff; uploads: readonly ResultUpload[] }) {
  const [undoing, setUndoing] = useState<ResultUpload | null>(null);
  const last = uploads.find(({ undone_at }) => undone_at === null);
  return (
    <>
      <KindCounts countKind={(kind) => sumUploads(uploads, kind)} />
      {sumUploads(uploads, 'replied') > 0 && <Replied handOff={handOff} total={sumUploads(uploads, 'replied')} />}
      <ul
        aria-label={texts.uploads}
        className="mt-3 divide-y divide-border rounded-lg border border-border bg-raised text-sm"
      >
        {uploads.map((upload) => (
          <li key={upload.id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              {upload.file_name}{' '}
              <span className="text-muted tabular-nums">
                {texts.counts(resultKinds.flatMap((kind) => (upload[kind] > 0 ? [[kind, upload[kind]] as const] : [])))}{' '}
                · <RelativeTime at={upload.created_at} />
              </span>
            </span>
            {upload.undone_at && <Badge>{texts.undone}</Badge>}
            {upload === last && (
              <Button
                size="sm"
                icon={Undo2}
                aria-label={texts.undoOf(upload.file_name)}
                onClick={() => setUndoing(upload)}
              >
                {texts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <ConfirmAction
          {...texts.undoing}
          danger
          write={() => undoUpload(undoing)}
          refresh={refreshResults}
          onClose={() => setUndoing(null)}
        />
      )}
    </>
  );
}
