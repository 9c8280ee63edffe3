import { clsx } from 'clsx';
import { Copy, RefreshCw } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { type CustomField, mergeCustomValues } from '#domain/custom-fields.ts';
import { Mark } from '@/ui/badge.tsx';
import { FAIR_PARTS, SECOND_LINE } from '@/ui/list/columns.ts';
import type { ReviewColumn, ReviewRow } from './table.ts';
import { texts } from './texts.ts';

export const CUSTOMER_COLUMN: ReviewColumn<ReviewRow> = {
  title: texts.customerColumn,
  shownFrom: 'widest',
  namesCustomer: true,
  text: ({ customers }) => customers.name,
};

/** The name of a row, which opens it: the list handles the click. */
export function OpenButton({ name }: { name: string }) {
  return (
    <button type="button" data-open title={name} dir="auto" className="truncate rounded-sm text-left font-medium">
      {name}
    </button>
  );
}

/** Marks a row that has changed since the decision about it. */
export function ChangedBadge({ row }: { row: Pick<ReviewRow, 'decided_values'> }) {
  if (!row.decided_values) return null;
  return (
    <Mark tone="warning" label={texts.changed}>
      <RefreshCw aria-hidden className="size-3.5" />
    </Mark>
  );
}

/** Marks a row that has a key of an older one, until both are kept. */
export function DuplicateBadge({ row }: { row: Pick<ReviewRow, 'duplicate_of' | 'is_separate'> }) {
  if (!row.duplicate_of || row.is_separate) return null;
  return (
    <Mark tone="warning" label={texts.duplicate}>
      <Copy aria-hidden className="size-3.5" />
    </Mark>
  );
}

const isText = (part: ReactNode) => typeof part === 'string';

/** The contents of a row's other columns, below its name: lines on a phone, else one line. Each part is cut on its own. */
export function CardLines({ lines }: { lines: readonly (readonly ReactNode[])[] }) {
  const shown = lines.map((parts) => parts.filter(Boolean)).filter((parts) => parts.length > 0);
  return (
    <div className={clsx(SECOND_LINE, FAIR_PARTS, 'justify-start text-muted text-xs md:grid md:h-5')}>
      {shown.map((parts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have an order only
        <div key={line} className={clsx(FAIR_PARTS, 'justify-start max-md:grid max-md:min-h-4.5 md:contents')}>
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have an order only
            <Fragment key={index}>
              {typeof part === 'string' && typeof parts[index - 1] === 'string' && <span>·</span>}
              {index === parts.findIndex(isText) && line > 0 && <span className="max-md:hidden">·</span>}
              {typeof part === 'string' ? (
                <span dir="auto" title={part} className="truncate">
                  {part}
                </span>
              ) : (
                part
              )}
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  );
}

const MAX_LABEL_LENGTH = 20;

/** Cuts a label, so that a value follows on the line. */
function cut(label: string): string {
  const start = [...label].slice(0, MAX_LABEL_LENGTH - 1).join('');
  return label.length > MAX_LABEL_LENGTH ? `${start.trimEnd()}…` : label;
}

/** The chosen custom fields of a row that are not empty, as a line of a phone's card. They are columns of wider lists. */
export function FieldLine({ row, fields }: { row: ReviewRow; fields: readonly CustomField[] }) {
  if (fields.length === 0) return null;
  const values = mergeCustomValues(row);
  const text = fields.flatMap(({ key, label }) => (values[key] ? [`${cut(label)}: ${values[key]}`] : [])).join(' · ');
  return (
    <p dir="auto" title={text} className="h-4.5 truncate text-muted text-xs md:hidden">
      {text}
    </p>
  );
}
