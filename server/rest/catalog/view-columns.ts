/** The origins of a view's columns, by column number: the oid of a relation and the number of its column. */
export type Origins = ReadonlyMap<number, { relation: number; column: number }>;

const targetEntry =
  /:resno (\d+) :resname (?:\\.|[^\s])+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false\}/g;

/** Reads the outermost target list of `pg_rewrite.ev_action`; subqueries have target lists too. */
export function readOrigins(tree: string): Origins {
  const origins = new Map<number, { relation: number; column: number }>();
  for (const [, number, relation, column] of outermostTargetList(tree).matchAll(targetEntry)) {
    if (Number(relation) > 0) origins.set(Number(number), { relation: Number(relation), column: Number(column) });
  }
  return origins;
}

const label = ':targetList (';

function outermostTargetList(tree: string): string {
  let depth = 0;
  for (let at = 0; at < tree.length; at += 1) {
    const sign = tree[at] ?? '';
    if (sign === '\\') at += 1;
    else if ('({'.includes(sign)) depth += 1;
    else if (')}'.includes(sign)) depth -= 1;
    else if (depth === 2 && tree.startsWith(label, at)) return ownEntries(tree, at + label.length);
  }
  return '';
}

/** The entries of the list at `start`, without nested nodes. */
function ownEntries(tree: string, start: number): string {
  let depth = 0;
  let entries = '';
  for (let at = start; at < tree.length; at += 1) {
    const sign = tree[at] ?? '';
    if (')}'.includes(sign)) depth -= 1;
    if (depth < 0) break;
    const taken = sign === '\\' ? tree.slice(at, at + 2) : sign;
    if (depth <= 1) entries += taken;
    if ('({'.includes(sign)) depth += 1;
    at += taken.length - 1;
  }
  return entries;
}
