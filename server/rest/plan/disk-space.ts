import type { Plan } from './plan.ts';

/** Functions that undo, delete or end something, or that write as a part of reading. They write little, once for each row that is there. */
const GOING_ON = new Set([
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
  'mark_comments_read',
  'preview_duplicates',
  'recent_deletions',
]);

/** Whether a request is served while the disk is almost full: it reads, undoes or deletes. */
export function goesOnWithoutSpace(plan: Plan): boolean {
  if (plan.kind === 'write') return plan.change.kind === 'delete';
  return plan.kind === 'read' || plan.isReadOnly || GOING_ON.has(plan.routine.name);
}
