export type AudienceTotal = { name: string; approved: number; total: number };

type SummaryRow = { name: string | null; approved: number | null; total: number | null };

/** The audiences with what is in them, the largest first; one that several customers have is one, and leads without an audience are none. */
export function addUp(rows: readonly SummaryRow[]): AudienceTotal[] {
  const totals = new Map<string, AudienceTotal>();
  for (const { name, approved, total } of rows) {
    if (!name) continue;
    const before = totals.get(name) ?? { name, approved: 0, total: 0 };
    totals.set(name, { name, approved: before.approved + (approved ?? 0), total: before.total + (total ?? 0) });
  }
  return [...totals.values()].sort(
    (one, other) => other.total - one.total || one.name.localeCompare(other.name, undefined, { numeric: true }),
  );
}
