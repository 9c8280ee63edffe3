// Ten weeks of an agency and its three customers, as rows of the tables.
import { randomUUID } from 'node:crypto';
import { type Audience, audiences } from './audiences.ts';
import { addCampaigns } from './campaigns.ts';
import { addThreads } from './comments.ts';
import { drawsOf } from './draws.ts';
import { type Employer, employeesOf } from './employees.ts';
import { addImport, addUndoneImport } from './imports.ts';
import { type CustomerKey, customers, type DemoCustomer, type DemoImport, type UserIds } from './organizations.ts';
import { decisionsOf, type Reasons, type Reviewed, undecided } from './reviews.ts';
import { addActivity, emptyTables, type Owner, type Tables } from './tables.ts';
import { isoTime, type Timeline } from './timeline.ts';

export type History = {
  tables: Tables;
  /** Rejected leads that were approved later, with their last decision. */
  reversed: Reviewed[];
};

/** Builds the same history each time, except for ids and dates. */
export function buildHistory(timeline: Timeline, userIds: UserIds, reasons: Reasons): History {
  const draws = drawsOf(20);
  const employees = employeesOf(draws);
  const tables = emptyTables();
  const decisions = decisionsOf(tables, draws, timeline, reasons);
  const reversed: Reviewed[] = [];

  for (const [key, customer] of Object.entries(customers) as [CustomerKey, DemoCustomer][]) {
    const owner = { id: randomUUID(), name: customer.name };
    const members = customer.members.map((member) => userIds[member]);
    addCustomer(owner, customer);
    const rows = addImports(owner, customer, members);
    reversed.push(...decisions.reverse(owner, members, rows.leads));
    const campaigns = addCampaigns(tables, timeline, owner, key, userIds);
    addThreads(tables, timeline, owner, key, userIds, { ...rows, campaigns });
  }
  tables.activity.sort((one, other) => String(one.created_at).localeCompare(String(other.created_at)));
  return { tables, reversed };

  function addCustomer(owner: Owner, customer: DemoCustomer): void {
    const { alex } = userIds;
    const time = timeline.at(customer.created, 545);
    const change = { customer: owner, action: 'insert' } as const;
    tables.customers.push({ ...owner, created_by: alex, created_at: isoTime(time) });
    addActivity(tables, time, { ...change, actor: alex, subject: 'customers', ids: [owner.id] });
    [...customer.members, ...customer.formerMembers].forEach((member, place) => {
      const id = randomUUID();
      const joined = time + (35 + 140 * place) * 60_000;
      tables.customer_users.push({
        id,
        user_id: userIds[member],
        customer_id: owner.id,
        invited_by: alex,
        is_active: customer.members.includes(member),
        created_at: isoTime(joined),
        accepted_at: isoTime(joined),
      });
      addActivity(tables, joined, { ...change, actor: userIds[member], subject: 'customer_users', ids: [id] });
    });
    for (const { email, created, isMailed, expiresInHours } of customer.invitations) {
      const id = randomUUID();
      const sent = timeline.at(created, 980);
      tables.invitations.push({
        id,
        customer_id: owner.id,
        email,
        invited_by: alex,
        created_at: isoTime(sent),
        mailed_at: isMailed ? isoTime(sent + 2000) : null,
        expires_at: isoTime(timeline.inHours(expiresInHours)),
      });
      addActivity(tables, sent, { ...change, actor: alex, subject: 'invitations', ids: [id] });
    }
  }

  function addImports(owner: Owner, customer: DemoCustomer, members: string[]) {
    const employers = new Map<Audience, Employer[]>();
    const leads: Reviewed[] = [];
    for (const file of customer.imports) {
      const audience = file.audience && audiences[file.audience];
      const time = timeline.at(file.day, 500 + draws.below(60));
      if (audience && !employers.has(audience)) {
        const made = Array.from({ length: audience.companies }, (_, place) => employees.makeEmployer(audience, place));
        const isFirst = employers.size === 0; // whose leads name some companies before the companies are imported
        const listed = isFirst ? made.filter((_, place) => place % 8 !== 5) : made;
        addCompanies(owner, file, listed, time - 12 * 60_000, members);
        employers.set(audience, made);
      }
      const known = (audience && employers.get(audience)) ?? [...employers.values()].flat();
      leads.push(...addLeads(owner, file, known, time, members));
    }
    if (customer.undone) {
      const { file, leads: rows, day } = customer.undone;
      const time = timeline.at(day, 605);
      addUndoneImport(tables, { customer: owner, type: 'leads', file, audience: null, by: userIds.yuki, time, rows });
    }
    return { leads, companies: [...employers.values()].flat().flatMap(({ row }) => row ?? []) };
  }

  function addCompanies(owner: Owner, file: DemoImport, listed: Employer[], time: number, members: string[]): void {
    const imported = addImport(tables, {
      customer: owner,
      type: 'companies',
      file: file.file.replace('.csv', '-companies.csv'),
      audience: null,
      by: userIds[file.by],
      time,
      rows: listed.length,
    });
    const rows = listed.map((employer, place) => {
      const row = { id: randomUUID(), ...imported(place), ...undecided, ...employer.facts };
      employer.row = row;
      tables.companies.push(row);
      return { row, employer };
    });
    addActivity(tables, time, insertionOf(owner, file, 'companies', rows));
    const reviewed = rows.slice(0, Math.ceil(rows.length * Math.min(file.reviewed, 0.85)));
    decisions.review({ owner, subject: 'companies', rows: reviewed, members, days: file.reviews.slice(0, 1) });
  }

  function addLeads(
    owner: Owner,
    file: DemoImport,
    employers: Employer[],
    time: number,
    members: string[],
  ): Reviewed[] {
    const staff = Array.from(
      { length: file.leads },
      (_, place) => employers[(place * 7) % employers.length] as Employer,
    );
    const unknown = [...new Set(staff)].filter(({ row }) => row === null);
    const audience = file.audience && audiences[file.audience].name;
    const imported = addImport(tables, {
      customer: owner,
      type: 'leads',
      file: file.file,
      audience,
      by: userIds[file.by],
      time,
      rows: file.leads,
      companiesCreated: unknown.length,
      duplicates: file.duplicates,
      errors: file.errors,
    });
    const companies = unknown.map((employer) => {
      const nothing = Object.fromEntries(Object.keys(employer.facts).map((column) => [column, null]));
      const row = { id: randomUUID(), ...imported(staff.indexOf(employer)), ...undecided, ...nothing };
      employer.row = row;
      tables.companies.push({ ...row, name: employer.facts.name });
      return { row, employer };
    });
    const rows = staff.map((employer, place) => {
      const row = { id: randomUUID(), ...imported(place), ...undecided, audience, ...employees.makeLead(employer) };
      tables.leads.push(row);
      return { row, employer };
    });
    addActivity(tables, time, insertionOf(owner, file, 'leads', rows));
    if (companies.length > 0) addActivity(tables, time, insertionOf(owner, file, 'companies', companies));
    const isRecent = file.reviewed < 0.5; // of which members have left some for later
    const reviewed = rows
      .slice(0, Math.round(rows.length * file.reviewed))
      .filter((_, place) => !isRecent || place % 4 !== 1);
    const bulkSession = file.reviews.length > 3 ? 2 : -1;
    decisions.review({ owner, subject: 'leads', rows: reviewed, members, days: file.reviews, bulkSession });
    return rows.map(({ row }) => row);
  }

  function insertionOf(
    customer: Owner,
    { by }: DemoImport,
    subject: 'leads' | 'companies',
    rows: { row: { id: string } }[],
  ) {
    const actor = userIds[by];
    return { actor, customer, action: 'insert', subject, ids: rows.map(({ row }) => row.id) } as const;
  }
}
