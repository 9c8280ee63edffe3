// Finds the relationship of an embedded resource by PostgREST's rules for target and hint.
import type { Relationship } from '../catalog/catalog.ts';
import { ambiguousRelationship, unknownRelationship } from '../errors.ts';

type Wanted = { origin: string; target: string; hint?: string };

/** Views are embedded by their own name only. Throws RestError for no match or several. */
export function findRelationship(
  candidates: readonly Relationship[],
  wanted: Wanted,
  isView: (relation: string) => boolean,
): Relationship {
  const found = candidates.filter((candidate) => fits(candidate, wanted, isView));
  const [first, second] = found;
  if (!first) throw unknownRelationship(wanted.origin, wanted.target, wanted.hint);
  if (second) throw ambiguousRelationship(wanted.origin, wanted.target, found.map(summarize));
  return first;
}

function fits(candidate: Relationship, wanted: Wanted, isView: (relation: string) => boolean): boolean {
  const { target, hint } = wanted;
  if (candidate.origin === candidate.target) return fitsItself(candidate, target, hint);
  if (hint !== undefined) return target === candidate.target && fitsHint(candidate, hint);
  if (target === candidate.target) return true;
  return !isView(candidate.target) && (target === candidate.constraint || target === onlyPair(candidate)?.[0]);
}

/** Whether a self-reference fits: the relation's name means its to-many direction, the foreign key column its to-one direction. */
function fitsItself(candidate: Relationship, target: string, hint: string | undefined): boolean {
  const [near, far] = onlyPair(candidate) ?? [];
  if (candidate.cardinality === 'many-to-one') return hint === undefined && target === near;
  if (target !== candidate.target) return false;
  if (candidate.cardinality === 'many-to-many') return hint === candidate.junction?.relation;
  return candidate.cardinality === 'one-to-many' && (hint === undefined || hint === far);
}

function fitsHint(candidate: Relationship, hint: string): boolean {
  if (candidate.junction) return hint === candidate.junction.relation;
  return hint === candidate.constraint || (onlyPair(candidate)?.includes(hint) ?? false);
}

const onlyPair = ({ columns }: Relationship) => (columns.length === 1 ? columns[0] : undefined);

function summarize(candidate: Relationship) {
  const { cardinality, origin, target, constraint, columns, junction } = candidate;
  const names = (side: 0 | 1) => columns.map((pair) => pair[side]).join(', ');
  return {
    cardinality,
    embedding: `${origin} with ${target}`,
    relationship: junction
      ? `${junction.relation} using ${describeSide(junction.constraints[0], junction.toOrigin)} and ${describeSide(junction.constraints[1], junction.toTarget)}`
      : `${constraint} using ${origin}(${names(0)}) and ${target}(${names(1)})`,
    hint: `${target}!${junction?.relation ?? constraint}`,
  };
}

const describeSide = (constraint: string, columns: Relationship['columns']) =>
  `${constraint}(${columns.map(([near]) => near).join(', ')})`;
