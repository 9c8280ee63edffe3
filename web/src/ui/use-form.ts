import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { failureReason } from '@/lib/failure.ts';

export type FormOptions<Values> = {
  initial: Values;
  validate: (values: Values) => Partial<Record<keyof Values, string>>;
  /** An error that it throws becomes `submitError`, until a value changes. */
  submit: (values: Values) => Promise<unknown>;
  /** The field that shows `submitError`, in a form of one field. */
  failsAt?: keyof Values;
  /** Called instead of `submit` if a field is invalid. */
  onInvalid?: () => void;
};

type FormValues = Record<string, unknown>;

export type Form<Values extends FormValues = Record<string, string>> = ReturnType<typeof useForm<Values>>;

/** The state of a form. A field is validated when it loses focus, then with every change, and once more on submit. */
export function useForm<Values extends FormValues>(options: FormOptions<Values>) {
  const { initial, validate, submit, failsAt, onInvalid } = options;
  const [values, setAllValues] = useState(initial);
  const [touched, setTouched] = useState<Partial<Record<keyof Values, boolean>>>({});
  const [busy, setBusy] = useState(false);
  const [submitError, setSubmitError] = useState<string>();
  const formRef = useRef<HTMLFormElement>(null);
  const errors = validate(values);
  const isUnsaved = !busy && Object.keys(values).some((name) => comparable(values[name]) !== comparable(initial[name]));

  const showError = (error: unknown) => setSubmitError(failureReason(error));

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (Object.keys(errors).length > 0) {
      onInvalid?.();
      return focusInvalid(formRef.current, () => setTouched(allTouched(values)));
    }
    setBusy(true);
    setSubmitError(undefined);
    try {
      await submit(values);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };

  const fieldError = (name: keyof Values) =>
    (touched[name] ? errors[name] : undefined) ?? (name === failsAt ? submitError : undefined);

  const setValues = (changed: Partial<Values>) => {
    setAllValues((before) => ({ ...before, ...changed }));
    setSubmitError(undefined);
  };

  /** Empties a field and marks it as untouched, because it now asks for something else. */
  const clear = (name: keyof Values & string) => {
    setValues({ [name]: '' } as Partial<Values>);
    setTouched((before) => ({ ...before, [name]: false }));
  };

  const inputProps = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues({ [name]: event.target.value } as Partial<Values>),
    onBlur: () => values[name] !== '' && setTouched((before) => ({ ...before, [name]: true })),
  });

  return {
    formRef,
    values,
    busy,
    isUnsaved,
    submitError,
    onSubmit,
    fieldError,
    inputProps,
    setValues,
    clear,
    showError,
  };
}

/** Marks the invalid fields, and focuses the first one. */
export function focusInvalid(form: HTMLElement | null, mark: () => void) {
  flushSync(mark);
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
}

const comparable = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value));

const allTouched = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, true])) as Record<keyof Values, boolean>;
