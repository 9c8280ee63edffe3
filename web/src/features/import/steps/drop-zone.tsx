import { clsx } from 'clsx';
import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { formatBytes } from '@/lib/format.ts';
import { texts } from '../texts.ts';

export type DropZoneProps = { file: File | null; onFile: (file: File) => void; disabled: boolean; isInvalid: boolean };

export function DropZone({ file, onFile, disabled, isInvalid }: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const Icon = file ? FileSpreadsheet : Upload;
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  const drop = (event: DragEvent) => {
    drag(event);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !disabled) onFile(dropped);
  };
  return (
    <div>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        disabled={disabled}
        aria-invalid={isInvalid || undefined}
        className="peer sr-only"
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen) onFile(chosen);
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drop}
        className={clsx(
          'flex flex-col items-center rounded-lg border border-control border-dashed px-4 py-8 text-center transition-colors',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text peer-focus-visible:outline-offset-2 hover:bg-subtle peer-aria-invalid:border-danger',
          over && 'border-accent! bg-accent-soft',
        )}
      >
        <Icon aria-hidden className={clsx('mb-2 size-6', file ? 'text-accent-text' : 'text-muted')} strokeWidth={1.5} />
        {file ? (
          <>
            <span className="max-w-full truncate font-medium">{file.name}</span>
            <span className="text-muted text-sm tabular-nums">{texts.upload.chosen(formatBytes(file.size))}</span>
          </>
        ) : (
          <>
            <span className="font-medium">{texts.upload.choose}</span>
            <span className="text-muted text-sm">{texts.upload.drop}</span>
          </>
        )}
      </label>
    </div>
  );
}
