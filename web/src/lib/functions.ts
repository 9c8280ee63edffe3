import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { authorizedFetch, backendUrl, headers } from './backend.ts';
import { failureReason } from './failure.ts';

const functions = new FunctionsClient(backendUrl('functions/v1'), { headers, customFetch: authorizedFetch });

/** Calls a function that sends an email or turns emails off. Returns why it failed; undefined if it did not. */
export async function callFunction(name: string, body: Record<string, unknown>): Promise<string | undefined> {
  const { error } = await functions.invoke(name, { body });
  if (!error) return undefined;
  const answer =
    error instanceof FunctionsHttpError ? await (error.context as Response).json().catch(() => null) : null;
  return typeof answer?.error === 'string' ? answer.error : failureReason(error);
}
