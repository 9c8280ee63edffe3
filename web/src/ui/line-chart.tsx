import { clsx } from 'clsx';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '@/lib/format.ts';

export type LineTone = 'approved' | 'rejected';
/** `values` has one number for each label of the x-axis. */
export type Line = { label: string; tone: LineTone; values: readonly number[] };

export type LineChartProps = {
  /** A sentence for screen readers. The numbers are offered as a table beside the chart. */
  label: string;
  labels: readonly string[];
  lines: readonly Line[];
  /** The last step is not over; its part of the lines is dashed. */
  isLastUnfinished?: boolean;
};

const STROKES: Record<LineTone, string> = { approved: 'stroke-chart-approved', rejected: 'stroke-chart-rejected' };
const FILLS: Record<LineTone, string> = { approved: 'bg-chart-approved', rejected: 'bg-chart-rejected' };
const GRID = [0, 0.5, 1];

/** Lines over equal steps, with the values of a step on hover. The lines are stretched; everything else is laid out beside them. */
export function LineChart({ label, labels, lines, isLastUnfinished = false }: LineChartProps) {
  const [at, setAt] = useState<number>();
  const axis = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const top = niceCeiling(Math.max(0, ...lines.flatMap(({ values }) => values)));
  const left = (index: number) => (labels.length < 2 ? 50 : (index / (labels.length - 1)) * 100);
  const height = (value: number) => 100 - (value / top) * 100;
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left: start, width } = currentTarget.getBoundingClientRect();
    const step = Math.round(((clientX - start) / width) * (labels.length - 1));
    setAt(Math.min(labels.length - 1, Math.max(0, step)));
  };
  return (
    <div
      role="img"
      aria-label={label}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-muted text-xs tabular-nums"
    >
      <div className="relative h-44 text-right">
        <span className="invisible">{formatNumber(top)}</span>
        {GRID.map((share) => (
          <span key={share} className="absolute right-0 -translate-y-1/2" style={{ top: `${(1 - share) * 100}%` }}>
            {formatNumber(top * share)}
          </span>
        ))}
      </div>
      <div
        className="relative mr-3 h-44"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(undefined)}
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {GRID.map((share) => (
            <line
              key={share}
              x1="0"
              x2="100"
              y1={share * 100}
              y2={share * 100}
              className="stroke-border"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {lines.flatMap(({ label: name, tone, values }) => {
            const points = values.map((value, index) => `${left(index)},${height(value)}`);
            const parts = isLastUnfinished ? [points.slice(0, -1), points.slice(-2)] : [points];
            return parts.map((part, index) => (
              <polyline
                key={`${name} ${part.at(-1)}`}
                points={part.join(' ')}
                fill="none"
                strokeWidth="2"
                strokeDasharray={index > 0 ? '1 5' : undefined}
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                className={STROKES[tone]}
              />
            ));
          })}
        </svg>
        {at !== undefined && <Values at={at} left={left(at)} {...{ labels, lines, height }} />}
      </div>
      <div ref={axis} className="relative col-start-2 mt-2 mr-3 h-4">
        {labels.map((name, index) => (
          <span
            key={name}
            hidden={!isLabelShown(index, labels, width)}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${left(index)}%` }}
          >
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

/** 0 until the first layout, which measuring at once would bring forward into the task that renders. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(() => setWidth(element.current?.clientWidth ?? 0));
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

type ValuesProps = Pick<LineChartProps, 'labels' | 'lines'> & {
  at: number;
  left: number;
  height: (value: number) => number;
};

/** A vertical line through a step, its points, and their values on the wider side. */
function Values({ at, left, labels, lines, height }: ValuesProps) {
  return (
    <div className="pointer-events-none absolute inset-y-0 w-px bg-control" style={{ left: `${left}%` }}>
      {lines.map(({ label, tone, values }) => (
        <span
          key={label}
          className={clsx(
            'absolute -left-[3.5px] size-2 -translate-y-1/2 rounded-full ring-2 ring-raised',
            FILLS[tone],
          )}
          style={{ top: `${height(values[at] ?? 0)}%` }}
        />
      ))}
      <div
        className={clsx(
          'absolute top-0 z-10 w-max rounded-md border border-border bg-float px-2.5 py-1.5 text-text shadow-float',
          left > 50 ? 'right-3' : 'left-3',
        )}
      >
        <p className="mb-1 text-muted">{labels[at]}</p>
        {lines.map(({ label, tone, values }) => (
          <p key={label} className="flex items-center gap-1.5">
            <span className={clsx('size-2 rounded-full', FILLS[tone])} />
            {label}
            <span className="ml-auto pl-4 font-medium">{formatNumber(values[at] ?? 0)}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** The end of an axis: the next even number of the form 1, 2, 4, 5, 6 or 8 times a power of ten, at least 2. */
export function niceCeiling(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  const step = [1, 2, 4, 5, 6, 8, 10].find((factor) => factor * power >= max && (factor * power) % 2 === 0);
  return (step ?? 2) * power;
}

/** The widths of a label's character and of the gap between two labels, in pixels. */
const CHARACTER = 6.5;
const GAP = 8;

/** Whether a label of an axis of this width is shown: the last one, and from it back as many at equal distances as fit. */
export function isLabelShown(index: number, labels: readonly string[], width: number): boolean {
  const distance = width / Math.max(1, labels.length - 1);
  const needed = Math.max(...labels.map((label) => label.length)) * CHARACTER + GAP;
  const every = Math.max(1, Math.ceil(needed / distance));
  return (labels.length - 1 - index) % every === 0;
}
