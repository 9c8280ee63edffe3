// Parses `select`: columns, aliases, casts, JSON paths and embedded resources.
import { type QueryLimits, queryLimits } from '#server/limits.ts';
import { aggregatesUnavailable } from '../errors.ts';
import { Cursor } from './cursor.ts';
import { type Field, readField, readName, takeName } from './names.ts';

export type EmbedItem = {
  kind: 'embed';
  relation: string;
  alias?: string;
  hint?: string;
  isInner: boolean;
  isSpread: boolean;
  items: SelectItem[];
};

export type SelectItem = { kind: 'all' } | { kind: 'column'; field: Field; alias?: string; cast?: string } | EmbedItem;

const aggregate = /\.(?:sum|avg|min|max|count)\(\)/y;

export function parseSelect(text: string, limits: Pick<QueryLimits, 'embedDepth'> = queryLimits): SelectItem[] {
  if (text.trim() === '') return [{ kind: 'all' }];
  const cursor = new Cursor('select parameter', text);

  function readItems(depth: number): SelectItem[] {
    const items: SelectItem[] = [];
    do {
      cursor.skipSpaces();
      items.push(readItem(depth));
      cursor.skipSpaces();
    } while (cursor.take(','));
    return items;
  }

  function readItem(depth: number): SelectItem {
    if (cursor.take('*')) return { kind: 'all' };
    if (cursor.take('...')) return readEmbed(readName(cursor), undefined, true, depth);
    const first = readField(cursor);
    const hasAlias = first.path.length === 0 && !cursor.sees('::') && cursor.take(':');
    const field = hasAlias ? readField(cursor) : first;
    const alias = hasAlias ? first.name : undefined;
    if (field.path.length === 0 && /^[!(]/.test(cursor.rest)) return readEmbed(field.name, alias, false, depth);
    return { kind: 'column', field, alias, cast: readCast() };
  }

  function readCast(): string | undefined {
    if (cursor.match(aggregate)) throw aggregatesUnavailable();
    if (!cursor.take('::')) return undefined;
    const type = cursor.match(/[\p{L}\p{N}_ $]+(?:\[\])?/uy)?.[0] ?? cursor.fail('letter or digit');
    if (cursor.match(aggregate)) throw aggregatesUnavailable();
    return type.trim();
  }

  function readEmbed(relation: string, alias: string | undefined, isSpread: boolean, depth: number): EmbedItem {
    if (depth > limits.embedDepth) throw cursor.error(`resources are nested deeper than ${limits.embedDepth} levels`);
    const { hint, isInner } = readEmbedParameters();
    cursor.expect('(');
    cursor.skipSpaces();
    const items = cursor.sees(')') ? [] : readItems(depth + 1);
    cursor.expect(')');
    if (relation === 'count' && items.length === 0) throw aggregatesUnavailable();
    return { kind: 'embed', relation, alias, hint, isInner, isSpread, items };
  }

  function readEmbedParameters(): { hint?: string; isInner: boolean } {
    let hint: string | undefined;
    let isInner = false;
    while (cursor.take('!')) {
      const word = takeName(cursor) ?? cursor.fail('"inner", "left" or a hint');
      if (word === 'inner') isInner = true;
      else if (word !== 'left') hint ??= word;
    }
    return { hint, isInner };
  }

  const items = readItems(1);
  cursor.expectEnd('letter, digit, "-", "->>", "->", "::", ")", "," or end of input');
  return items;
}
