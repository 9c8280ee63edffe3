import type { Plan } from './plan.ts';

/** Functions that write as a part of reading. */
export const WRITES_TO_READ = new Set(['mark_comments_read', 'preview_duplicates', 'recent_deletions']);

/** Functions that undo, delete or end something. They write little, once for each row that is there, as those that read do. */
const GOING_ON = new Set([
  ...WRITES_TO_READ,
  'undo_lead_decisions',
  'undo_company_decisions',
  'undo_import',
  'undo_hand_off_results',
  'restore_deleted',
  'remove_do_not_contact',
  'delete_rows',
  'cancel_hand_off',
  'void_hand_off',
  'end_my_session',
  'reset_second_factor',
]);

/** Whether a request is served while the disk is almost full: it reads, undoes or deletes. */
export function goesOnWithoutSpace(plan: Plan): boolean {
  if (plan.kind === 'write') return plan.change.kind === 'delete';
  return plan.kind === 'read' || plan.isReadOnly || GOING_ON.has(plan.routine.name);
}
