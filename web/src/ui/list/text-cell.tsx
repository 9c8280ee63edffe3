import { clsx } from 'clsx';

export type TextCellProps = { text: string | null; className: string };

/** One line of text with the full text as tooltip, or a dash if there is none. */
export function TextCell({ text, className }: TextCellProps) {
  return (
    <td
      className={clsx('min-w-0 truncate text-left', className, !text && 'text-muted')}
      title={text ?? undefined}
      dir="auto"
    >
      {text ?? <span aria-hidden>–</span>}
    </td>
  );
}
