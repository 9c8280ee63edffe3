// Plans a read: a resource, its embedded resources, and their filters, order and limits.
import { isToOne, type Relationship } from '../catalog/catalog.ts';
import {
  invalidRange,
  notEmbedded,
  orderByMany,
  repeatedEmbed,
  spreadOfMany,
  tooMany,
  ungroupedColumn,
} from '../errors.ts';
import type { OrderTerm } from '../request/order.ts';
import type { EmbedPath, ParsedQuery } from '../request/query.ts';
import type { EmbedItem, SelectItem } from '../request/select.ts';
import { planCondition } from './conditions.ts';
import { type Origin, type PlanContext, requireCast, requireRelation, resolveField } from './context.ts';
import { findRelationship } from './find-relationship.ts';
import { countsRows, type Join, type Output, type PlannedOrder, type ReadNode, type Source } from './plan.ts';

/** The resource of the path, or the result of a call or write (`isChanged`). */
type Root = Pick<Origin, 'name' | 'columns'> & { source: Source; isChanged?: true };

type Place = { path: EmbedPath; limit: number | undefined; within: number };

/** `label` is the alias of its rows in PostgREST's statement. */
type Embed = Pick<Origin, 'label' | 'columns'> & { item: EmbedItem; relationship: Relationship; node: ReadNode };

/** Plans the tree of a request. The filters and limits of a changed root belong to the write. */
export function planReadNode(query: ParsedQuery, root: Root, context: PlanContext): ReadNode {
  const known = new Set<string>(['']);
  let manyRowEmbeds = 0;

  /** `within` is the number of to-many embeds around the node. */
  function planNode(origin: Origin, source: Source, items: SelectItem[], { path, limit, within }: Place): ReadNode {
    const node: ReadNode = { alias: origin.alias, source, joins: [], outputs: [], conditions: [], order: [] };
    const embeds = items.filter((item) => item.kind === 'embed').map((item) => planEmbed(item, origin, path, within));
    requireDifferent(embeds);
    const embedded = new Map(embeds.map(({ item, node: inner }) => [embedName(item), inner]));
    node.outputs = [...items.flatMap((item) => planColumn(item, origin, context)), ...embeds.flatMap(embedOutputs)];
    const isChangedRoot = root.isChanged && path.length === 0;
    const filters = isChangedRoot ? [] : at(query.conditions, path);
    node.conditions = filters.map(({ condition }) => planCondition(condition, origin, embedded));
    for (const { item, node: inner } of embeds) {
      if (item.isInner) node.conditions.push({ kind: 'presence', isNegated: false, node: inner });
    }
    node.order = at(query.orders, path).flatMap(({ terms }) => terms.map((term) => planOrder(term, origin, embeds)));
    requireUngrouped(node, origin, embeds);
    return isChangedRoot ? node : Object.assign(node, readWindow(query, path, limit));
  }

  function planEmbed(item: EmbedItem, origin: Origin, path: EmbedPath, around: number): Embed {
    const { relation: target, hint } = item;
    const candidates = context.catalog.relationships.get(origin.name) ?? [];
    const isView = (name: string) => context.catalog.relations.get(name)?.isView ?? false;
    const relationship = findRelationship(candidates, { origin: origin.name, target, hint }, isView);
    if (item.isSpread && !isToOne(relationship)) throw spreadOfMany(origin.name, target);
    const relation = requireRelation(context, relationship.target);
    const depth = path.length + 1;
    const label = relationship.junction ? relation.name : `${relation.name}_${depth}`;
    const inner = { name: relation.name, label, alias: context.nextAlias(), columns: relation.columns };
    const source: Source = { kind: 'relation', name: relation.name };
    const innerPath = [...path, embedName(item)];
    known.add(innerPath.join('.'));
    const within = isToOne(relationship) ? around : withinOneMore(around);
    const limit = isToOne(relationship) ? undefined : context.limits.rows;
    const node = planNode(inner, source, item.items, { path: innerPath, limit, within });
    Object.assign(node, joined(relationship, origin.alias, inner.alias, context));
    return { item, relationship, label: `${origin.name}_${embedName(item)}_${depth}`, columns: relation.columns, node };
  }

  /** Each nesting of to-many embeds multiplies the rows by up to a page. */
  function withinOneMore(around: number): number {
    const { manyRowEmbedDepth: maxDepth } = context.limits;
    manyRowEmbeds += 1;
    if (around === maxDepth) throw tooMany('embedded resources of many rows within each other', around + 1, maxDepth);
    return around + 1;
  }

  const { name, columns } = root;
  const origin: Origin = { name, label: name, alias: context.nextAlias(), columns };
  const node = planNode(origin, root.source, query.select, { path: [], limit: context.limits.rows, within: 0 });
  if (manyRowEmbeds > context.limits.manyRowEmbeds)
    throw tooMany('embedded resources of many rows', manyRowEmbeds, context.limits.manyRowEmbeds);
  for (const { path } of [...query.conditions, ...query.orders, ...query.windows]) requireEmbedded(path, known);
  return node;
}

const embedName = ({ alias, relation }: EmbedItem) => alias ?? relation;

const at = <Part extends { path: EmbedPath }>(parts: Part[], path: EmbedPath): Part[] =>
  parts.filter((part) => part.path.length === path.length && part.path.every((name, index) => name === path[index]));

function requireEmbedded(path: EmbedPath, known: ReadonlySet<string>): void {
  for (let depth = 1; depth <= path.length; depth += 1) {
    if (!known.has(path.slice(0, depth).join('.'))) throw notEmbedded(path[depth - 1] ?? '');
  }
}

function requireDifferent(embeds: Embed[]): void {
  const labels = embeds.map(({ label }) => label);
  const repeated = labels.find((label, index) => labels.indexOf(label) < index);
  if (repeated !== undefined) throw repeatedEmbed(repeated);
}

/** A count of rows allows no other columns, because there is no GROUP BY. */
function requireUngrouped(node: ReadNode, origin: Origin, embeds: Embed[]): void {
  const { outputs, order } = node;
  if (!countsRows(node) && !order.some(({ operand, through }) => operand.isRowCount && !through)) return;
  const nodes = new Map<ReadNode | undefined, string>(embeds.map(({ node, label }) => [node, label]));
  const columns = [
    ...outputs.map((output) => {
      if (output.kind === 'all') return `${origin.label}.${[...origin.columns.keys()][0]}`;
      if (output.kind === 'column')
        return output.operand.isRowCount ? undefined : `${origin.label}.${output.operand.column}`;
      const label = nodes.get(output.node);
      return output.kind === 'spread' || output.isToOne ? `${label}.*` : `${label}.${label}`;
    }),
    ...order.map(({ operand, through }) =>
      operand.isRowCount ? undefined : `${nodes.get(through) ?? origin.label}.${operand.column}`,
    ),
  ];
  const first = columns.find((column) => column !== undefined);
  if (first !== undefined) throw ungroupedColumn(first);
}

function planColumn(item: SelectItem, origin: Origin, context: PlanContext): Output[] {
  if (item.kind === 'all') return [{ kind: 'all', alias: origin.alias }];
  if (item.kind === 'embed') return [];
  const { field, alias, cast } = item;
  const key = field.path.findLast((step) => typeof step.key === 'string')?.key ?? field.name;
  const operand = resolveField(origin, field);
  return [{ kind: 'column', operand, cast: cast && requireCast(context, operand, cast), name: alias ?? String(key) }];
}

/** An embed without columns only serves filters and order. */
function embedOutputs({ item, relationship, node }: Embed): Output[] {
  if (node.outputs.length === 0) return [];
  if (item.isSpread) return [{ kind: 'spread', node }];
  return [{ kind: 'embed', name: embedName(item), isToOne: isToOne(relationship), node }];
}

function planOrder(term: OrderTerm, origin: Origin, embeds: Embed[]): PlannedOrder {
  const { relation, field, isDescending, nulls } = term;
  if (relation === undefined) return { operand: resolveField(origin, field), isDescending, nulls };
  const embed = embeds.find(({ item }) => embedName(item) === relation);
  if (!embed) throw notEmbedded(relation);
  if (!isToOne(embed.relationship)) throw orderByMany(origin.name, relation);
  const inner = { name: relation, label: embed.label, alias: embed.node.alias, columns: embed.columns };
  return { operand: resolveField(inner, field), through: embed.node, isDescending, nulls };
}

function readWindow(query: ParsedQuery, path: EmbedPath, maxRows?: number): Pick<ReadNode, 'limit' | 'offset'> {
  const windows = at(query.windows, path);
  const limit = windows.findLast((window) => window.limit !== undefined)?.limit;
  const offset = windows.findLast((window) => window.offset !== undefined)?.offset;
  if (limit !== undefined && limit < 0) throw invalidRange('Limit should be greater than or equal to zero.');
  if (offset !== undefined && offset < 0) throw invalidRange('Offset should be greater than or equal to zero.');
  const limits = [limit, maxRows].filter((one) => one !== undefined);
  return { limit: limits.length > 0 ? Math.min(...limits) : undefined, offset: offset || undefined };
}

function joined({ columns, junction }: Relationship, near: string, far: string, context: PlanContext) {
  const join =
    (one: string, other: string) =>
    (pair: readonly [string, string]): Join => ({
      near: { alias: one, column: pair[0] },
      far: { alias: other, column: pair[1] },
    });
  if (!junction) return { joins: columns.map(join(near, far)) };
  const alias = context.nextAlias();
  return {
    junction: { alias, name: junction.relation },
    joins: [...junction.toOrigin.map(join(alias, near)), ...junction.toTarget.map(join(alias, far))],
  };
}
