import { type ResultColumn, unansweredRemovals, unansweredValues } from '#domain/hand-off/column-values.ts';
import { type ResultMapping, withAnswer } from '#domain/hand-off/results.ts';
import { CheckField } from '@/ui/checkbox.tsx';
import { Note } from '@/ui/note.tsx';
import { texts } from './texts.ts';
import { ValueList, ValueLists } from './value-list.tsx';

const { dialog } = texts;

type AskedValuesProps = {
  columns: readonly ResultColumn[];
  mapping: ResultMapping;
  map: (mapping: ResultMapping) => void;
  isIgnoring: boolean;
  setIgnoring: (isIgnoring: boolean) => void;
};

/** The values that are not known, each with a choice, and one to ignore those without an answer. */
export function AskedValues({ columns, mapping, map, isIgnoring, setIgnoring }: AskedValuesProps) {
  const asked = columns.filter(({ asked, others }) => asked.length > 0 || others);
  const { values, cells } = unansweredValues(columns);
  const removals = unansweredRemovals(columns);
  if (asked.length === 0) return null;
  return (
    <section aria-label={dialog.asked} className="space-y-4">
      <Note tone={values > 0 ? 'warning' : 'success'} title={dialog.asked}>
        {values > 0 ? dialog.askedHint(values, cells) : dialog.answered}
        {removals > 0 && <p>{dialog.askedRemovals(removals)}</p>}
      </Note>
      <ValueLists>
        {asked.map(({ header, asked: own, others }) => (
          <ValueList
            key={header}
            legend={dialog.askedValues(header)}
            values={own}
            others={others && { ...others, label: dialog.othersMean(header) }}
            onChange={(value, meaning) => map(withAnswer(mapping, header, value, meaning))}
          />
        ))}
      </ValueLists>
      <div className={values > 0 ? undefined : 'invisible'}>
        <CheckField checked={isIgnoring} onChange={setIgnoring}>
          {dialog.ignoreAsked(cells)}
        </CheckField>
      </div>
    </section>
  );
}
