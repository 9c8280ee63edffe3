import { useQuery } from '@tanstack/react-query';
import { Undo2, Upload } from 'lucide-react';
import { useState } from 'react';
import { resultKinds } from '#domain/hand-off/result-kinds.ts';
import { commonTexts } from '@/lib/texts.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmAction } from '@/ui/confirm-action.tsx';
import { Loaded } from '@/ui/error-state.tsx';
import { RelativeTime } from '@/ui/relative-time.tsx';
import { Section } from '@/ui/section.tsx';
import { Loading, Skeleton } from '@/ui/skeleton.tsx';
import { KindCounts } from '../counts.tsx';
import type { HandOff } from '../data.ts';
import { type ResultUpload, refreshResults, resultUploads, sumOf, undoUpload } from './data.ts';
import { texts } from './texts.ts';
import { UploadResults } from './upload-results.tsx';

/** What the tool has reported of a hand-off, and the files that it was read from. */
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
          uploads.length === 0 ? <p className="text-muted text-sm">{texts.none}</p> : <Uploads uploads={uploads} />
        }
      </Loaded>
      {isUploading && <UploadResults handOff={handOff} onClose={() => setUploading(false)} />}
    </Section>
  );
}

function Uploads({ uploads }: { uploads: readonly ResultUpload[] }) {
  const [undoing, setUndoing] = useState<ResultUpload | null>(null);
  const last = uploads.find(({ undone_at }) => undone_at === null);
  return (
    <>
      <KindCounts countOf={(kind) => sumOf(uploads, kind)} />
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
