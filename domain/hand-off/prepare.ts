// The work of a hand-off's jobs, page by page: checking its leads, and making it ready. What is stored stays after a crash.
import type { StepContent } from '../campaign/steps.ts';
import type { JobWork } from '../job-work.ts';
import { FileMaker, type MadeFiles, type StoredRow } from './files.ts';
import type { HandOffPlan } from './plan.ts';
import { composeRow, type LeftOutReason } from './rows.ts';

type HandOff = {
  plan: HandOffPlan;
  steps: StepContent[];
  last_lead_id: string | null;
  total: number;
  made: MadeFiles | null;
};

/** A lead as it is read, with its values by key, and why it must be left out. */
export type LeadToHandOff = {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
  lead_values: Record<string, string>;
  reason: LeftOutReason | null;
  warnings: string[];
};

export type CheckedLead = Omit<LeadToHandOff, 'lead_values' | 'reason'> & {
  reason?: LeftOutReason;
  cells?: string[];
  detail?: string;
};

/** Returns the cells of a lead's row, or why the lead is left out. */
export function checkLead(
  plan: HandOffPlan,
  steps: readonly StepContent[],
  { lead_values, reason, warnings, ...lead }: LeadToHandOff,
): CheckedLead {
  if (reason) return { ...lead, warnings, reason };
  const row = composeRow(plan, steps, lead_values);
  return { ...lead, ...row, warnings: 'cells' in row ? [...warnings, ...(row.warnings ?? [])] : warnings };
}

/** Characters of the cells that are read at once. */
const CELLS_AT_ONCE = 4_000_000;

/** Characters of the cells that are made and stored at once: PostgreSQL takes half the time for the rows of small pages, which need no new memory. */
const CELLS_STORED_AT_ONCE = 600_000;

/** Rows that are read at once: fewer of long texts. */
export function pageSize(steps: readonly Pick<StepContent, 'message_content'>[]): number {
  const length = steps.reduce((sum, { message_content }) => sum + message_content.length, 1_000);
  return Math.min(1_000, Math.ceil(CELLS_AT_ONCE / length));
}

/** Checks and stores the remaining leads. A page is read, and the next one checked, while the one before is stored. */
export const checkHandOff: JobWork = async (call, job_id, pace) => {
  const { plan, steps, total, made, ...handOff } = await call<HandOff>('hand_off_of_job', {
    job_id,
    kind: 'check_hand_off',
  });
  const page_size = pageSize(steps);
  const maker = new FileMaker(plan, made);
  const isComplete = maker.position === total;
  let [after_id, place] = [handOff.last_lead_id, total];
  const read = (after?: LeadToHandOff) =>
    call<LeadToHandOff[]>('leads_to_hand_off', {
      job_id,
      page_size,
      ...(after && { after_created_at: after.created_at, after_id: after.id }),
    });
  let storing: Promise<boolean> = Promise.resolve(false);
  /** Resolves with whether all is checked after the rows before these, which are stored then. */
  const store = async (rows: CheckedLead[]): Promise<boolean> => {
    if (isComplete) {
      for (const { cells } of rows) {
        place += 1;
        if (cells) maker.add({ place, cells });
        else maker.skip(place);
        await pace.rest();
      }
    }
    const values = { job_id, rows, made: isComplete ? maker.save() : made };
    if (await pace.wait(storing)) return true;
    storing = call<{ last_lead_id: string; is_checked: boolean }>('store_hand_off_rows', { ...values, after_id }).then(
      (stored) => {
        after_id = stored.last_lead_id;
        return stored.is_checked;
      },
    );
    storing.catch(() => {}); // rejects where it is awaited
    return false;
  };

  let reading = read();
  for (;;) {
    const leads = await pace.wait(reading);
    const isLast = leads.length < page_size || pace.isOver();
    if (!isLast) {
      reading = read(leads.at(-1));
      reading.catch(() => {}); // rejects where it is awaited
    }
    let rows: CheckedLead[] = [];
    let size = 0;
    for (const lead of leads) {
      const row = checkLead(plan, steps, lead);
      const own = row.cells?.reduce((sum, { length }) => sum + length, 0) ?? 0;
      if (size + own > CELLS_STORED_AT_ONCE && rows.length > 0) {
        if (await store(rows)) return true;
        [rows, size] = [[], 0];
      }
      rows.push(row);
      size += own;
      await pace.rest();
    }
    if (await store(rows)) return true;
    if (!isLast) continue;
    if (await pace.wait(storing)) return true;
    if (pace.isOver()) return false;
    reading = read();
  }
};

/** Makes the missing part of the files and completes the hand-off, unless a lead must be left out now. */
export const finishHandOff: JobWork = async (call, job_id, pace) => {
  const { plan, steps, total, made } = await call<HandOff>('hand_off_of_job', { job_id, kind: 'finish_hand_off' });
  const page_size = pageSize(steps);
  const maker = new FileMaker(plan, made);
  while (maker.position < total) {
    const rows = await pace.wait(
      call<StoredRow[]>('stored_hand_off_rows', { job_id, after: maker.position, page_size }),
    );
    for (const row of rows) {
      maker.add(row);
      await pace.rest();
    }
    if (rows.length < page_size) maker.skip(total);
    await pace.wait(call('store_hand_off_files', { job_id, made: maker.save() }));
    if (pace.isOver()) return false;
  }
  await pace.wait(call('complete_hand_off', { job_id, files: maker.end() }));
  return true;
};
