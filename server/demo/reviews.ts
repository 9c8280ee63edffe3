// Decisions of the demo: members review an import in sessions, on the days that followed it.
import { rejectionNotes } from './audiences.ts';
import type { Draws } from './draws.ts';
import type { Employer } from './employees.ts';
import { addActivity, type Owner, type Tables } from './tables.ts';
import { isoTime, type Timeline } from './timeline.ts';

/** The columns of a decision. All null: there is none. */
type Decision = {
  is_approved: boolean | null;
  decided_at: string | null;
  decided_by: string | null;
  rejection_reason_id: string | null;
  rejection_note: string | null;
};

/** A lead or company with its decision. */
export type Reviewed = Decision & { id: string; customer_id: string; created_at: string; updated_at: string };

export const undecided: Decision = {
  is_approved: null,
  decided_at: null,
  decided_by: null,
  rejection_reason_id: null,
  rejection_note: null,
};

const approval = { is_approved: true, rejection_reason_id: null, rejection_note: null };

type Outcome = Pick<Decision, 'is_approved' | 'rejection_reason_id' | 'rejection_note'>;
type Review = {
  owner: Owner;
  subject: 'leads' | 'companies';
  rows: { row: Reviewed; employer: Employer }[];
  /** Ids of the members, who take turns. */
  members: string[];
  /** Working days ago of the sessions. */
  days: number[];
  /** The session, if any, in which all rows were approved at once. */
  bulkSession?: number;
};

/** The ids of the reasons of each table by name. */
export type Reasons = Record<Review['subject'], Map<string, string>>;

/** Makes decisions. */
export function decisionsOf(tables: Tables, draws: Draws, timeline: Timeline, reasons: Reasons) {
  type Actor = Pick<Review, 'owner' | 'subject'> & { member: string };

  function decide(rows: Reviewed[], outcome: Outcome, time: number, { owner, subject, member }: Actor): void {
    const date = isoTime(time);
    for (const row of rows) Object.assign(row, outcome, { decided_at: date, decided_by: member, updated_at: date });
    addActivity(tables, time, {
      actor: member,
      customer: owner,
      action: 'update',
      subject,
      ids: rows.map(({ id }) => id),
      changed: Object.entries(outcome).flatMap(([column, value]) => (value === null ? [] : column)),
      values: { is_approved: outcome.is_approved },
    });
  }

  function outcomeOn({ fit, audience, row }: Employer, subject: Review['subject']): Outcome {
    const isUnwanted = subject === 'leads' && row?.is_approved === false;
    if (!draws.chance(isUnwanted ? 0.8 : fit === 'fitting' ? 0.16 : 0.6)) return approval;
    const rejection = { is_approved: false, rejection_reason_id: null, rejection_note: null };
    if (draws.chance(0.12)) return rejection;
    const sizeReason = fit === 'too small' ? 'Too small' : 'Too large';
    const others = audience.reasons.filter((name) => reasons[subject].has(name));
    const reason = fit !== 'fitting' && draws.chance(0.8) ? sizeReason : draws.pick(others);
    const rejection_note = draws.chance(0.3) ? draws.pick(rejectionNotes[reason] ?? []) : null;
    return { ...rejection, rejection_reason_id: reasons[subject].get(reason) ?? null, rejection_note };
  }

  /** Decides about rows, in their order. */
  function review({ owner, subject, rows, members, days, bulkSession }: Review): void {
    const size = Math.ceil(rows.length / days.length);
    days.forEach((day, session) => {
      const reviewed = rows.slice(session * size, (session + 1) * size);
      const actor = { owner, subject, member: members[session % members.length] ?? '' };
      let time = timeline.at(day, 570 + draws.below(360));
      if (session === bulkSession) {
        const all = reviewed.map(({ row }) => row);
        decide(all, approval, time, actor);
        return;
      }
      for (const { row, employer } of reviewed) {
        time += 3000 + draws.below(12_000);
        decide([row], outcomeOn(employer, subject), time, actor);
      }
    });
  }

  /** Lets another member approve some of the rejected leads hours later. Returns them as they are then. */
  function reverse(owner: Owner, members: string[], leads: Reviewed[]): Reviewed[] {
    const isOld = ({ decided_at }: Reviewed) => Date.parse(decided_at ?? '') < timeline.at(1, 0);
    const rejected = leads.filter((lead) => lead.is_approved === false && isOld(lead));
    return rejected
      .filter((_, place) => place % 14 === 6)
      .map((lead) => {
        const later = { ...lead };
        const member = members.find((id) => id !== lead.decided_by) ?? members[0] ?? '';
        const time = Date.parse(lead.decided_at ?? '') + 130 * 60_000;
        decide([later], approval, time, { owner, subject: 'leads', member });
        return later;
      });
  }

  return { review, reverse };
}
