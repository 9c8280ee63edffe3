import { type QueryLimits, queryLimits } from '#server/limits.ts';
import { aggregatesUnavailable } from '../errors.ts';
import { type Field, readField, readName, takeName } from './names.ts';
import { Scanner } from './scanner.ts';

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
  const scanner = new Scanner('select parameter', text);

  const readItems = (depth: number): SelectItem[] => scanner.readList(() => readItem(depth));

  function readItem(depth: number): SelectItem {
    if (scanner.take('*')) return { kind: 'all' };
    if (scanner.take('...')) return readEmbed(readName(scanner), undefined, true, depth);
    const first = readField(scanner);
    const hasAlias = first.path.length === 0 && !scanner.sees('::') && scanner.take(':');
    const field = hasAlias ? readField(scanner) : first;
    const alias = hasAlias ? first.name : undefined;
    if (field.path.length === 0 && /^[!(]/.test(scanner.rest)) return readEmbed(field.name, alias, false, depth);
    return { kind: 'column', field, alias, cast: readCast() };
  }

  function readCast(): string | undefined {
    if (scanner.match(aggregate)) throw aggregatesUnavailable();
    if (!scanner.take('::')) return undefined;
    const type = scanner.match(/[\p{L}\p{N}_ $]+(?:\[\])?/uy)?.[0] ?? scanner.fail('letter or digit');
    if (scanner.match(aggregate)) throw aggregatesUnavailable();
    return type.trim();
  }

  function readEmbed(relation: string, alias: string | undefined, isSpread: boolean, depth: number): EmbedItem {
    if (depth > limits.embedDepth) throw scanner.error(`resources are nested deeper than ${limits.embedDepth} levels`);
    const { hint, isInner } = readEmbedParameters();
    scanner.expect('(');
    scanner.skipSpaces();
    const items = scanner.sees(')') ? [] : readItems(depth + 1);
    scanner.expect(')');
    if (relation === 'count' && items.length === 0) throw aggregatesUnavailable();
    return { kind: 'embed', relation, alias, hint, isInner, isSpread, items };
  }

  function readEmbedParameters(): { hint?: string; isInner: boolean } {
    let hint: string | undefined;
    let isInner = false;
    while (scanner.take('!')) {
      const word = takeName(scanner) ?? scanner.fail('"inner", "left" or a hint');
      if (word === 'inner') isInner = true;
      else if (word !== 'left') hint ??= word;
    }
    return { hint, isInner };
  }

  const items = readItems(1);
  scanner.expectEnd('letter, digit, "-", "->>", "->", "::", ")", "," or end of input');
  return items;
}
