/** The tab to which a key leads from the selected one; undefined for keys that do not move. Wraps at both ends. */
export function tabAfter<Name extends string>(key: string, names: readonly Name[], selected: Name): Name | undefined {
  const at = names.indexOf(selected);
  const count = names.length;
  switch (key) {
    case 'ArrowRight':
      return names[(at + 1) % count];
    case 'ArrowLeft':
      return names[(at - 1 + count) % count];
    case 'Home':
      return names[0];
    case 'End':
      return names[count - 1];
    default:
      return undefined;
  }
}
