import { VirtualTable } from '@/ui/list/virtual-table.tsx';
import type { Person } from './members.ts';
import { PERSON_ROW, PersonCells, PersonHead } from './person-cells.tsx';
import type { PersonAction } from './person-question.tsx';

export type PeopleListProps = {
  people: readonly Person[];
  /** The invitation that is being mailed again. */
  sendingId: string | undefined;
  onAct: (person: Person, action: PersonAction | 'resend') => void;
};

const NOTHING_MORE = { hasMore: false, canLoadMore: false, onLoadMore: () => undefined };

/** A customer's people, all of them read. */
export function PeopleList({ people, sendingId, onAct }: PeopleListProps) {
  return (
    <VirtualTable
      label="Users"
      rows={people}
      total={people.length}
      {...NOTHING_MORE}
      stale={false}
      rowClass={PERSON_ROW}
      head={<PersonHead />}
      renderCells={(person) => (
        <PersonCells person={person} isSending={person.id === sendingId} onAct={(action) => onAct(person, action)} />
      )}
    />
  );
}
