import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/** Shows a change of cached data before it is saved. Resolves with the function that takes it back. */
export async function showChange<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: Data) => Data,
): Promise<() => void> {
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData<Data>(queryKey);
  if (before !== undefined) client.setQueryData<Data>(queryKey, change(before));
  return () => void client.setQueryData<Data>(queryKey, before);
}
