import { formatNumber } from '@/lib/format.ts';

/** `count` is a formatted number. */
export const texts = {
  select: (name: string) => `Select ${name}`,
  selected: (count: string) => `${count} selected`,
  all: (count: string) => `All ${count}`,
  allMatching: (count: string) => `All ${count} matching`,
  /** With the filters that the selection was made under, '' where there were none. */
  madeUnder: (count: string, filters: string) => `${count}${filters && ` matching ${filters}`} selected`,
  outside: (count: string) => `${count} selected, outside this filter`,
  partlyOutside: (count: string, outside: number) => `${count} selected, ${formatNumber(outside)} outside this filter`,
};
