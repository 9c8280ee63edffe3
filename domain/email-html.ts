// Renders an email as HTML and as plain text: a card with a heading, paragraphs, groups of lines, a button or a code, and footnotes. Escapes every value.
import { type Brand, logoPath, PRODUCT } from './brand.ts';
import { brandColors } from './brand-colors.ts';
import { plainName } from './name.ts';

type Link = { label: string; link: string };

/** Lines below a title, and where the app has more about them. */
export type EmailGroup = Link & { title: string; lines: readonly string[] };

export type EmailContent = {
  subject: string;
  /** The subject unless given. */
  heading?: string;
  paragraphs?: readonly string[];
  groups?: readonly EmailGroup[];
  action?: Link;
  /** A code to type, with or instead of the button. */
  code?: string;
  footnotes: readonly string[];
  /** A link below the footnotes. */
  lastLink?: Link;
};

export type Email = { subject: string; text: string; html: string };

/** The brand of an email, and the URL of the app that has its logo, without a slash at the end. */
export type EmailBrand = Partial<Brand> & { siteUrl?: string };

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A time as emails write it, because the time zone of a reader is not known: 31 January 2026 at 12:00 UTC. */
export const emailTime = (moment: Date): string => `${times.format(moment)} UTC`;

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day, such as 2026-12-04, as emails write it: Friday 4 December. */
export const emailDay = (day: string): string => days.format(new Date(day));

/** The lines that an email shows of a list. The database returns one more if there are more. */
export const MAX_LINES = 20;

/** The database counts no further for emails. */
const MAX_COUNTED = 1_000;

/** The number with its noun as a list of one, or none for 0: 1 lead, 1,000+ leads. */
export function emailCount(amount: number, one: string, many: string): string[] {
  if (amount === 0) return [];
  const number = amount >= MAX_COUNTED ? '1,000+' : String(amount);
  return [`${number} ${amount === 1 ? one : many}`];
}

/** The subject, and titles and lines of groups, become one line of visible text each: names in them must not look like another part of the email. */
export function renderEmail(content: EmailContent, brand: EmailBrand = {}): Email {
  const footnotes = brand.footer ? [...content.footnotes, brand.footer] : content.footnotes;
  const groups = content.groups?.map((group) => ({
    ...group,
    title: plainName(group.title),
    lines: group.lines.map(plainName),
  }));
  const signed = { ...content, footnotes, groups };
  return { subject: plainName(content.subject), text: renderText(signed), html: renderHtml(signed, brand) };
}

const textLink = ({ label, link }: Link) => `${label}: ${link}`;

function renderText({
  subject,
  heading = subject,
  paragraphs = [],
  groups = [],
  action,
  code,
  footnotes,
  lastLink,
}: EmailContent): string {
  const parts = [
    heading,
    ...paragraphs,
    ...groups.map((group) => [group.title, ...group.lines.map((line) => `- ${line}`), textLink(group)].join('\n')),
    ...(action ? [textLink(action)] : []),
    ...(code ? [code] : []),
  ];
  return `${[...parts, '-- ', ...footnotes, ...(lastLink ? [textLink(lastLink)] : [])].join('\n\n')}\n`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Writes double spaces, tabs and indentation so that HTML, in which the text is escaped already, keeps them. */
export function keepSpaces(text: string): string {
  const spaces = text.includes('\t') ? text.replaceAll('\t', '    ') : text;
  return spaces.replace(/^ +| {2,}/gm, (run, at: number) =>
    at === 0 || spaces[at - 1] === '\n' ? '&nbsp;'.repeat(run.length) : `${'&nbsp;'.repeat(run.length - 1)} `,
  );
}

/** A text of several lines. */
const htmlText = (text: string): string => keepSpaces(escaped(text)).replaceAll(/\r\n?|\n/g, '<br>');

// Most email clients support styles on elements only; those with a dark mode also read the style element.
const dark = (button: string) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #0f1116 !important; }
  .card { background: #161920 !important; border-color: #292e39 !important; }
  .text { color: #e9ebf1 !important; }
  .muted { color: #9ea6b5 !important; }
  .code { background: #222732 !important; color: #e9ebf1 !important; }
  .button { background: ${button} !important; }
}`;
const NORMAL = '14px; line-height: 22px; color: #191c24';
const SMALL = '12px; line-height: 18px; color: #5a6170';
const font = "font-family: Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

function renderHtml(
  { subject, heading = subject, paragraphs = [], groups = [], action, code, footnotes, lastLink }: EmailContent,
  brand: EmailBrand,
): string {
  const button = brand.accent ? brandColors(brand.accent).accent : { light: '#4f46e5', dark: '#5b5bea' };
  const body = [
    `<h1 class="text" style="margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600; color: #191c24">${escaped(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph('text', NORMAL, htmlText(text))),
    ...groups.map(renderGroup),
    ...(action ? [renderButton(action, button.light)] : []),
    ...(code ? [renderCode(code)] : []),
    ...(action ? [paragraph('muted', SMALL, `Or open this link: ${escaped(action.link)}`)] : []),
    ...footnotes.map((text) => paragraph('muted', SMALL, htmlText(text))),
    ...(lastLink ? [paragraph('muted', SMALL, anchor(lastLink))] : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${dark(button.dark)}</style>
</head>
<body class="ground" style="margin: 0; padding: 32px 16px; background: #f7f8fa; ${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="480" cellpadding="0" cellspacing="0" style="width: 100%; max-width: 480px; background: #ffffff; border: 1px solid #e3e6ec; border-radius: 12px">
<tr><td style="padding: 32px; ${font}">
<p class="text" style="margin: 0 0 24px; font-size: 14px; font-weight: 600; color: #191c24">${renderLogo(brand)}${escaped(brand.name ?? PRODUCT)}</p>
${body.join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const anchor = ({ label, link }: Link) =>
  `<a class="text" href="${escaped(link)}" style="color: #191c24">${escaped(label)}</a>`;

function renderGroup({ title, lines, ...link }: EmailGroup): string {
  return [
    `<h2 class="text" style="margin: 24px 0 8px; font-size: 14px; line-height: 20px; font-weight: 600; color: #191c24">${escaped(title)}</h2>`,
    '<ul class="text" style="margin: 0 0 8px; padding: 0 0 0 18px; color: #191c24">',
    ...lines.map(
      (line) =>
        `<li style="margin: 0 0 4px; overflow-wrap: anywhere; font-size: 14px; line-height: 22px">${htmlText(line)}</li>`,
    ),
    '</ul>',
    paragraph('text', NORMAL, anchor(link)),
  ].join('\n');
}

function paragraph(tone: string, type: string, content: string): string {
  return `<p class="${tone}" style="margin: 0 0 12px; overflow-wrap: anywhere; font-size: ${type}">${content}</p>`;
}

function renderLogo({ siteUrl, logo_hash = null }: EmailBrand): string {
  const path = logoPath({ logo_hash });
  if (!siteUrl || !path) return '';
  return `<img src="${escaped(siteUrl + path)}" alt="" height="28" style="height: 28px; max-width: 160px; margin-right: 10px; vertical-align: middle">`;
}

function renderButton({ label, link }: Link, color: string): string {
  return `<p style="margin: 24px 0"><a class="button" href="${escaped(link)}" style="display: inline-block; padding: 10px 20px; border-radius: 8px; background: ${color}; color: #ffffff; font-size: 14px; line-height: 20px; font-weight: 500; text-decoration: none">${escaped(label)}</a></p>`;
}

function renderCode(code: string): string {
  return `<p class="code" style="margin: 24px 0; padding: 16px; border-radius: 8px; background: #eff1f5; color: #191c24; font-size: 28px; line-height: 32px; font-weight: 600; letter-spacing: 6px; text-align: center">${escaped(code)}</p>`;
}
