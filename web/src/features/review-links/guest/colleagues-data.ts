import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type FunctionRow, readData, rows } from '@/lib/rows.ts';

type OwnRequest = Omit<FunctionRow<'my_colleague_requests'>, 'status'> & { status: 'asked' | 'added' | 'declined' };

/** The colleagues that the guest has asked for, the newest first. */
export const ownRequests = queryOptions({
  queryKey: ['colleague requests', 'own'],
  queryFn: async ({ signal }) => (await readData(rows.rpc('my_colleague_requests'), signal)) as OwnRequest[],
  staleTime: 0,
});

export const refreshRequests = (client: QueryClient) => client.invalidateQueries(ownRequests);

export type NewRequest = { email: string; note: string };

export const askForColleague = ({ email, note }: NewRequest) =>
  readData(rows.rpc('ask_for_colleague', { email: email.trim(), ...(note.trim() && { note: note.trim() }) }));
