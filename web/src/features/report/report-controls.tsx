import { Printer } from 'lucide-react';
import { generatePath, useLocation, useNavigate } from 'react-router';
import { useSession } from '@/features/session/session.tsx';
import { formatDays } from '@/lib/format.ts';
import { paths } from '@/paths.ts';
import { Button } from '@/ui/button.tsx';
import { Select } from '@/ui/select.tsx';
import { lastDay, laterWeek, type Period, type PeriodName, periods, weekOf } from './period.ts';
import { texts } from './texts.ts';

type PeriodProps = { period: Period; onChange: (period: Period) => void };

/** Not printed: the head of the report names customer and period. */
export function ReportControls({ customerId, period, onChange }: PeriodProps & { customerId: string }) {
  const choose = (value: string) => {
    const name = periods.find((one) => one === value);
    if (name) onChange(withName(period, name));
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

/** Chosen weeks begin with those of the period that was shown. */
const withName = (shown: Period, name: PeriodName): Period => ({ ...shown, name });

/** For members of several customers. */
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
  const current = weekOf(now);
  const { from, to } = { from: period.from ?? current, to: period.to ?? current };
  const recent = Array.from({ length: CHOICES }, (_, ago) => laterWeek(current, -ago));
  const optionsOf = (chosen: string) => {
    const weeks = recent.includes(chosen) ? recent : [...recent, chosen];
    return weeks.map((week) => ({ value: week, label: formatDays(week, lastDay(week, now), 'medium') }));
  };
  const change = (first: string, last: string) =>
    onChange(first <= last ? { ...period, from: first, to: last } : { ...period, from: last, to: first });
  return (
    <div className="mb-4 flex items-center gap-2 sm:justify-end print:hidden">
      <Select
        label={texts.firstWeek}
        value={from}
        onChange={(week) => change(week, to)}
        options={optionsOf(from)}
        className="min-w-0 flex-1 sm:w-48! sm:flex-none"
      />
      <span className="text-muted text-sm">{texts.to}</span>
      <Select
        label={texts.lastWeek}
        value={to}
        onChange={(week) => change(from, week)}
        options={optionsOf(to)}
        className="min-w-0 flex-1 sm:w-48! sm:flex-none"
      />
    </div>
  );
}
