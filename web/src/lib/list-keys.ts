export type TableName = 'leads' | 'companies';

/** The query keys of a table. Everything that depends on its rows has a key under `all`, what counts approvals one under `counts`. */
export const listKeys = (table: TableName) => ({
  all: [table] as const,
  lists: [table, 'list'] as const,
  records: [table, 'record'] as const,
  record: (id: string) => [table, 'record', id] as const,
  counts: [table, 'count'] as const,
  /** The scope of saves of decisions, which are sent one after another. */
  approvalScope: `approval of ${table}`,
});
