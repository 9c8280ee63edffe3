import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/paths.ts';
import { NoMatch, type NoMatchProps } from '@/ui/empty-state.tsx';
import { useFocusHandover } from '@/ui/focus-handover.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { texts } from '../texts.ts';
import { oneImport } from './history-data.ts';

/** The import that a list is limited to. On a line of its own, so that nothing moves once its name is loaded. */
export function ImportFilter({
  id,
  isOfUpdated,
  onRemove,
}: {
  id: string;
  isOfUpdated: boolean;
  onRemove: () => void;
}) {
  const { data: entry, isPending } = useQuery(oneImport(id));
  useFocusHandover();
  return (
    <div className="flex w-full">
      <span className="flex min-w-0 items-center rounded-md bg-accent-soft pl-2 text-accent-text text-sm">
        <span className="truncate p-1" title={entry?.file_name}>
          {(isOfUpdated ? texts.history.updatedBy : texts.history.importedFrom)(
            entry ? (
              <Link
                to={`${paths.adminImports}?import=${id}`}
                className="font-medium underline-offset-2 hover:underline"
              >
                <bdi>{entry.file_name}</bdi>
              </Link>
            ) : (
              !isPending && texts.history.unknownFile
            ),
          )}
        </span>
        <IconButton label={texts.history.removeFilter} icon={X} onClick={onRemove} />
      </span>
    </div>
  );
}

/** Shown where an import has no rows in a list. Says if there is no such import, or if it was undone. */
export function NoImportedRows({ id, ...noMatch }: NoMatchProps & { id: string }) {
  const { data: entry, isPending } = useQuery(oneImport(id));
  if (isPending) return null;
  const { notFound, notFoundHint } = texts.entry;
  const reason =
    entry === null
      ? { title: notFound, description: notFoundHint }
      : entry?.undone_at
        ? { title: texts.undo.undoneTitle, description: texts.undo.doneHint(entry) }
        : undefined;
  return <NoMatch {...noMatch} reason={reason} />;
}
