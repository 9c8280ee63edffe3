export type TableName = 'leads' | 'companies';

/** The query keys of a table. Everything that depends on its rows has a key under `all`, what counts approvals one under `counts`. */
export const listKeys = (table: TableName) => ({
  all: [table] as const,
  lists: [table, 'list'] as const,
  counts: [table, 'count'] as const,
});
