import { useEffect, useMemo, useRef, useState } from 'react';
import { leaveForms } from '@/lib/leave-guard.ts';
import type { TableName } from '@/lib/list-keys.ts';
import { currentParameters, useUrlParameter } from '@/lib/url-parameters.ts';
import { uuidIn } from '@/lib/uuid.ts';

/** The URL parameter that opens a row of a table. */
const PARAMETERS = { leads: 'lead', companies: 'company' } as const;

/** The address that shows a row in the panel of its list. */
export const recordPath = (list: string, table: TableName, id: string) => `${list}?${PARAMETERS[table]}=${id}`;

/** Browsers limit how often an address may change. */
const URL_DELAY_MS = 300;

/** The row of a list that keys act on, and whether the panel is open and shows it. The URL holds the open one, so that it can be shared and Back closes it. */
export function useOpenRecord(table: TableName) {
  const name = PARAMETERS[table];
  const [parameter, push] = useUrlParameter(name, { push: true });
  const [, replace] = useUrlParameter(name);
  const inUrl = uuidIn(parameter);
  const [{ id, isOpen }, setState] = useState({ id: inUrl, isOpen: inUrl !== null });
  /** The id that the URL has, or will have once the change is rendered; null while the panel is closed. */
  const written = useRef(inUrl);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The id, or what it will be once the change is rendered. */
  const current = useRef(inUrl);

  useEffect(() => {
    if (inUrl === written.current) return;
    clearTimeout(timer.current);
    written.current = inUrl; // by a link, Back or Forward
    current.current = inUrl ?? current.current;
    setState((before) => ({ id: inUrl ?? before.id, isOpen: inUrl !== null }));
  }, [inUrl]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const actions = useMemo(() => {
    const write = (next: string | null, change: (value: string | null) => void) => {
      clearTimeout(timer.current);
      written.current = next;
      change(next);
    };
    /** Another row takes the place of the unsaved changes of this one. */
    const goTo = (next: string | null, change: () => void) => {
      const go = () => {
        current.current = next;
        change();
      };
      if (next === current.current) go();
      else leaveForms(go);
    };
    const writeLater = (next: string | null) => {
      if (written.current === null) return;
      if (next === null) return write(null, replace);
      clearTimeout(timer.current);
      if (next === written.current) return;
      timer.current = setTimeout(() => {
        const hasMoved = uuidIn(currentParameters().get(name)) !== written.current; // by Back, which is rendered later
        if (!hasMoved) write(next, replace);
      }, URL_DELAY_MS);
    };
    return {
      latestId: () => current.current,
      /** Makes another row current, or none. An open panel shows it, and closes without one. */
      setId: (next: string | null) =>
        goTo(next, () => {
          setState((before) => (before.id === next ? before : { id: next, isOpen: before.isOpen && next !== null }));
          writeLater(next);
        }),
      /** With `isStart`, Back leaves the list instead of closing the panel. */
      open: (next: string, isStart = false) =>
        goTo(next, () => {
          setState({ id: next, isOpen: true });
          write(next, written.current === null && !isStart ? push : replace);
        }),
      close: () => {
        setState((before) => ({ ...before, isOpen: false }));
        write(null, replace);
      },
    };
  }, [push, replace, name]);

  return useMemo(() => ({ id, isOpen, ...actions }), [id, isOpen, actions]);
}
