import { FunctionsClient } from '@supabase/functions-js';
import { address, authorizedFetch, headers } from './backend.ts';

/** The server functions; apart from the accounts because signing in has no need of them. */
export const functions = new FunctionsClient(address('functions/v1'), { headers, customFetch: authorizedFetch });
