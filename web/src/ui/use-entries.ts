import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { reasonOf } from '@/lib/failure.ts';

type EntryErrors<Entries> = Partial<Record<keyof Entries, string>>;

export type Entering<Entries> = {
  initial: Entries;
  check: (entries: Entries) => EntryErrors<Entries>;
  /** What it throws becomes the refusal, until something is changed. */
  submit: (entries: Entries) => Promise<void>;
  /** Called instead of submitting while something is wrong. */
  onRefused?: () => void;
};

/** What is entered in a form: checked when a field is left, from then on with every change, and once more on submitting. */
export function useEntries<Entries extends Record<string, string>>(entering: Entering<Entries>) {
  const { initial, check, submit, onRefused } = entering;
  const [entries, setEntries] = useState(initial);
  const [left, setLeft] = useState<Partial<Record<keyof Entries, boolean>>>({});
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const errors = check(entries);

  /** Shows why something was refused, as if the form had been sent. */
  const refuse = (error: unknown) => setRefusal(reasonOf(error));

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    flushSync(() => setLeft(everyOne(entries))); // marks what is wrong
    if (Object.keys(errors).length > 0) {
      onRefused?.();
      return form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
    setBusy(true);
    setRefusal(undefined);
    try {
      await submit(entries);
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };

  /** The error to show beneath a field, if any. */
  const errorOf = (name: keyof Entries) => (left[name] ? errors[name] : undefined);

  const fill = (values: Partial<Entries>) => {
    setEntries((before) => ({ ...before, ...values }));
    setRefusal(undefined);
  };

  /** Empties a field that asks for something else from now on: nothing is wrong with it until it is left or sent. */
  const clear = (name: keyof Entries & string) => {
    fill({ [name]: '' } as Partial<Entries>);
    setLeft((before) => ({ ...before, [name]: false }));
  };

  /** The properties that tie an input to its entry. */
  const entry = <Name extends keyof Entries & string>(name: Name) => ({
    name,
    value: entries[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      fill({ [name]: event.target.value } as Partial<Entries>),
    onBlur: () => entries[name] !== '' && setLeft((before) => ({ ...before, [name]: true })),
  });

  return { form, entries, busy, refusal, onSubmit, errorOf, entry, fill, clear, refuse };
}

const everyOne = <Entries extends object>(entries: Entries) =>
  Object.fromEntries(Object.keys(entries).map((name) => [name, true])) as Record<keyof Entries, boolean>;
