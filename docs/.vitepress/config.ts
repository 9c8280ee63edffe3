// `npm run docs`: the documentation as a site in dist/docs. README.md is its first page, and the table of that page's section Documentation its navigation.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** A heading's anchor, as GitHub makes it. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const DECISIONS = 'docs/decisions';
const decisions = readdirSync(path.join(root, DECISIONS)).map((file) => ({
  text: /^# (.+)/.exec(read(`${DECISIONS}/${file}`))?.[1] ?? file,
  link: `/${DECISIONS}/${file}`,
}));

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The links of a table's cell; the folder of the decisions stands for its pages. */
function pagesOf(cell: string) {
  return [...cell.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, text = '', target]) =>
    target === DECISIONS
      ? { text: capitalize(text), items: decisions, collapsed: true }
      : { text: capitalize(text), link: `/${target}` },
  );
}

const [, table = ''] = /## Documentation\n\n\| \| \|\n\| --- \| --- \|\n([^#]+)/.exec(read('README.md')) ?? [];
const sidebar = [...table.matchAll(/^\| ([^|]+) \| (.+) \|$/gm)].map(([, text = '', cell = '']) => ({
  text: capitalize(text),
  items: pagesOf(cell),
}));

type Rule = (...args: unknown[]) => string;
type Markdown = { normalizeLink: (url: string) => string; renderer: { rules: Record<'text' | 'code_inline', Rule> } };

/** Pages become templates of Vue, which would evaluate what is between braces. */
const withoutExpressions = (html: string) => html.replaceAll('{{', '&#123;&#123;');

export default {
  title: 'Leadlight',
  description: 'Client approval for outbound agencies',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(read('web/public/icon.svg'))}` }]],
  srcDir: '..',
  srcExclude: ['!(docs)/**/*'],
  outDir: '../dist/docs',
  cacheDir: '../dist/docs-cache',
  rewrites: { 'README.md': 'index.md' },
  markdown: {
    anchor: { slugify: anchorOf },
    config(markdown: Markdown) {
      const { normalizeLink, renderer } = markdown;
      markdown.normalizeLink = (url) => normalizeLink(url === DECISIONS ? (decisions[0]?.link ?? url) : url);
      const { text, code_inline } = renderer.rules;
      renderer.rules.text = (...args) => withoutExpressions(text(...args));
      renderer.rules.code_inline = (...args) => withoutExpressions(code_inline(...args));
    },
  },
  themeConfig: { sidebar, outline: [2, 3], search: { provider: 'local' } },
};
