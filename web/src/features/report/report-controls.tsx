import { Printer } from 'lucide-react';
import { generatePath, useLocation, useNavigate } from 'react-router';
import { useSession } from '@/features/session/session.tsx';
import { formatDays } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/select.tsx';
import { lastDay, laterWeek, type Period, periods, weekStart } from './period.ts';
import { texts } from './texts.ts';

type PeriodProps = { period: Period; onChange: (period: Period) => void };

/** Not printed: the head of the report names customer and period. */
export function ReportControls({ customerId, period, onChange }: PeriodProps & { customerId: string }) {
  const choose = (value: string) => {
    const name = periods.find((one) => one === value);
    if (name) onChange({ ...period, name }); // chosen weeks begin with those that were shown
  };
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <OrganizationSelect customerId={customerId} />
      <Select
        label={texts.period}
        value={period.name}
        onChange={choose}
        options={periods.map((value) => ({ value, label: texts.periods[value] }))}
        className="w-36!"
      />
      <Button icon={Printer} onClick={() => window.print()}>
        {texts.print}
      </Button>
    </div>
  );
}

/** Lets members of several customers choose one. */
function OrganizationSelect({ customerId }: { customerId: string }) {
  const { customers, chosenCustomerId, chooseCustomer } = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  if (customers.length < 2) return null;
  const open = (id: string) => {
    if (chosenCustomerId !== null) chooseCustomer(id);
    navigate({ pathname: generatePath(paths.report, { id }), search });
  };
  return (
    <Select
      label={texts.organization}
      value={customerId}
      onChange={open}
      options={customers.map(({ id, name }) => ({ value: id, label: name }))}
      className="w-44!"
    />
  );
}

/** The weeks that can be chosen: of two years. */
const CHOICES = 104;

export function WeekSelects({ period, onChange }: PeriodProps) {
  const now = Date.now();
  const current = weekStart(now);
  const { from, to } = { from: period.from ?? current, to: period.to ?? current };
  const recent = Array.from({ length: CHOICES }, (_, ago) => laterWeek(current, -ago));
  const change = (first: string, last: string) =>
    onChange(first <= last ? { ...period, from: first, to: last } : { ...period, from: last, to: first });
  const weekSelect = (label: string, chosen: string, onChoose: (week: string) => void) => (
    <Select
      label={label}
      value={chosen}
      onChange={onChoose}
      options={(recent.includes(chosen) ? recent : [...recent, chosen]).map((week) => ({
        value: week,
        label: formatDays(week, lastDay(week, now), 'medium'),
      }))}
      className="min-w-0 flex-1 sm:w-48! sm:flex-none"
    />
  );
  return (
    <div className="mb-4 flex items-center gap-2 sm:justify-end print:hidden">
      {weekSelect(texts.firstWeek, from, (week) => change(week, to))}
      <span className="text-muted text-sm">{texts.to}</span>
      {weekSelect(texts.lastWeek, to, (week) => change(from, week))}
    </div>
  );
}
