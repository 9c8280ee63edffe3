import type { Escape } from './tools.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Writes a text for the place it goes to. Line breaks are LF or, as HTML, `<br>`: a blank line becomes two. */
export function escapeText(text: string, as: Escape): string {
  const lines = text.replace(/\r\n?/g, '\n');
  if (as === 'plain') return lines;
  return lines.replace(/[&<>]/g, (sign) => entities[sign] ?? sign).replaceAll('\n', '<br>');
}
