import type { ReactNode } from 'react';
import { OWN_CELL, WIDE_CELL } from '@/ui/list/layout.ts';

/** What stands over the cells of a lead; `selectAll` where leads can be selected, and then their customer is named. */
export function LeadHead({ selectAll }: { selectAll?: ReactNode }) {
  return (
    <>
      {selectAll && <th className="flex items-center">{selectAll}</th>}
      <th>Name</th>
      <th className={OWN_CELL}>Title</th>
      <th className={OWN_CELL}>Company</th>
      <th className={OWN_CELL}>Location</th>
      {selectAll && <th className={WIDE_CELL}>Customer</th>}
      <th className={OWN_CELL}>Audience</th>
      <th className="text-right">Approval</th>
    </>
  );
}
