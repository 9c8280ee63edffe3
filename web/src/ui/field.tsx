import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';
import { texts } from './texts.ts';

type FieldControl = { id?: string; 'aria-describedby'?: string | undefined; 'aria-invalid'?: true | undefined };

const ControlContext = createContext<FieldControl>({});

/** The attributes that tie a control to the label, help and error of the field that it is in. */
export const useFieldControl = () => use(ControlContext);

export type FieldProps = {
  label: string;
  help?: ReactNode;
  /** Replaces the help. */
  error?: string;
  optional?: boolean;
  /** At the end of the label's line, for example a link; after the control in the tab order. */
  aside?: ReactNode;
  className?: string;
  /** With one control, which uses useFieldControl. */
  children: ReactNode;
};

export function Field({ label, help, error, optional, aside, className, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={clsx(aside && 'relative', className)}>
      <label htmlFor={id} className="mb-1.5 flex items-baseline gap-1.5 font-medium text-sm text-text">
        {label}
        {optional && <span className="font-normal text-muted text-xs">{texts.optional}</span>}
      </label>
      <ControlContext
        value={{ id, 'aria-describedby': error || help ? note : undefined, 'aria-invalid': error ? true : undefined }}
      >
        {children}
      </ControlContext>
      {aside && <div className="absolute top-0 right-0">{aside}</div>}
      {error ? (
        <p id={note} role="alert" className="mt-1.5 flex items-start gap-1 text-danger text-xs">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {error}
        </p>
      ) : (
        help && (
          <p id={note} className="mt-1.5 text-muted text-xs">
            {help}
          </p>
        )
      )}
    </div>
  );
}

/** Below a field with a limit: how many characters it still takes, or has too many. Nothing while there are more than 100. */
export function CharactersLeft({ count }: { count: number }) {
  if (count > 100) return null;
  return (
    <span role="status" className={clsx('text-xs tabular-nums', count < 0 ? 'text-danger' : 'text-muted')}>
      {texts.charactersLeft(count)}
    </span>
  );
}
