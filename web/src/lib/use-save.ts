import { type Mutation, type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { isSessionStored } from './backend.ts';
import { failureReason } from './failure.ts';
import { commonTexts } from './texts.ts';
import { dismissToast, type Toast, toast, toastFailure } from './toast.ts';

type SuccessToast = Pick<Toast, 'title' | 'description' | 'action' | 'tone'>;

export type Save<Input, Result> = {
  /** Sends the change; rejects if it was not made. */
  write: (input: Input) => Promise<Result>;
  /** Shows the change in the cache before the server has answered. Resolves with the function that reverts it if the write fails. */
  optimistic?: (client: QueryClient, input: Input) => Promise<() => void>;
  /** Writes the saved change into the cache, while it still counts as pending. */
  apply?: (client: QueryClient, input: Input, result: Result) => unknown;
  /**
   * Refetches what the change affects: after a success, and after a failure as well, because the response may have been lost.
   * `save` resolves after it, except in a scope, where it runs once after the last save; `hasFailed` is then true if any of them failed.
   */
  refresh?: (client: QueryClient, hasFailed: boolean) => unknown;
  /** The toast after a success; none where it is missing or the function returns null. */
  success?: SuccessToast | ((result: Result, input: Input) => SuccessToast | null);
  /** Adds an 'Undo' button to the success toast. */
  undo?: (input: Input, result: Result) => void;
  /** The title of the toast after a failure. */
  failure: string | ((input: Input) => string);
  /** The text under that title; the error's own message by default. */
  reason?: (error: unknown) => string;
  /** Saves with the same scope are sent one after another, and the success toast of each replaces the previous one. */
  scope?: string;
};

/**
 * The one way to change something on the server from inside the app. A save waits while the browser is offline and counts in the shell's offline
 * note; leaving the page then asks for confirmation. Success and failure are shown as toasts, and a failure also checks that the session still exists.
 *
 * `save` never rejects: it resolves with `{ result }`, or null if the change was not made. `isSaving` stays false in a scope, whose saves may overlap:
 * rendering a list for it would delay the paint of a decision.
 *
 * @example
 * const { save, isSaving } = useSave({
 *   write: renameCampaign,
 *   refresh: refreshCampaigns,
 *   success: { title: 'Campaign renamed' },
 *   failure: 'Failed to rename campaign',
 * });
 * if (await save({ id, name })) onClose();
 */
export function useSave<Input = void, Result = unknown>(options: Save<Input, Result>) {
  const { write, optimistic, apply, refresh, success, undo, failure, reason = failureReason, scope } = options;
  const client = useQueryClient();
  const hasFailed = useRef(false);
  const lastToast = useRef<number>(undefined);
  const [pending, setPending] = useState(0);
  const addPending = useCallback((by: number) => !scope && setPending((count) => count + by), [scope]);

  const showSuccess = (result: Result, input: Input) => {
    const content = typeof success === 'function' ? success(result, input) : success;
    if (!content) return;
    if (scope && lastToast.current !== undefined) dismissToast(lastToast.current);
    const action = undo && { label: commonTexts.undo, onClick: () => undo(input, result) };
    lastToast.current = toast({ ...(action && { action }), tone: 'success', ...content });
  };

  const refreshAfter = () => {
    if (scope && pendingIn(client, scope) > 1) return;
    const done = refresh?.(client, hasFailed.current);
    hasFailed.current = false;
    return scope ? undefined : done;
  };

  const { mutateAsync } = useMutation<Result, Error, Input, Started>({
    ...(scope && { scope: { id: scope } }),
    mutationFn: async (input) => {
      if (scope) await new Promise((resolve) => setTimeout(resolve)); // the change is painted first
      return write(input);
    },
    onMutate: async (input) => ({ isSignedIn: isSessionStored(), revert: await optimistic?.(client, input) }),
    onSuccess: async (result, input) => {
      await apply?.(client, input, result);
      await refreshAfter();
      showSuccess(result, input);
    },
    onError: async (error, input, started) => {
      hasFailed.current = true;
      started?.revert?.();
      const hasSessionEnded = started?.isSignedIn && !isSessionStored(); // which is shown instead
      if (!hasSessionEnded) toastFailure(typeof failure === 'function' ? failure(input) : failure, reason(error));
      await refreshAfter();
    },
  });

  const save = useCallback(
    async (input: Input): Promise<{ result: Result } | null> => {
      addPending(1); // at once: `isPending` of the mutation would come too late for a double click
      try {
        return { result: await mutateAsync(input) };
      } catch {
        return null;
      } finally {
        addPending(-1);
      }
    },
    [mutateAsync, addPending],
  );

  return { save, isSaving: pending > 0 };
}

/** The state before a change, while it is saved. */
type Started = { isSignedIn: boolean; revert: (() => void) | undefined };

/** The inputs of the saves of a scope that are not answered yet, the oldest first, to show them before they are in the cache. */
export function usePendingSaves<Input>(scope: string): Input[] {
  return useMutationState({
    filters: { status: 'pending', predicate: ({ options }) => options.scope?.id === scope },
    select: ({ state }: Mutation<unknown, Error, Input>) => state.variables as Input,
  });
}

const pendingIn = (client: QueryClient, scope: string) =>
  client.isMutating({ predicate: ({ options }) => options.scope?.id === scope });
