import { calendarDays, formatWeekday } from '@/lib/format.ts';
import { commonTexts } from '@/lib/texts.ts';
import { useSession } from './session.tsx';
import { useRoles } from './use-role.ts';

/** The sentence that asks to review by the next deadline of these customers, without those for which the user is a viewer; undefined if there is none. */
export function useDeadline(customerIds: readonly string[]): string | undefined {
  const { customers } = useSession();
  const roleIn = useRoles();
  const [first] = customers
    .flatMap(({ id, review_by }) =>
      review_by && customerIds.includes(id) && roleIn(id) !== 'viewer' ? [review_by] : [],
    )
    .filter((day) => calendarDays(new Date(`${day}T12:00`), new Date()) <= 0)
    .sort();
  return first && commonTexts.reviewBy(formatWeekday(first));
}
