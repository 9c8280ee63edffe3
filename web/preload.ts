import type { Plugin, Rolldown } from 'vite';

const APP = /\/app\.tsx$/;
const FONT = /inter-latin-wght-normal.*\.woff2$/;

/** Names in the page what every visit needs but the browser would find late: the app behind its small entry, where its backend is, and the font. */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const app = files.find((file) => file.type === 'chunk' && file.moduleIds.some((id) => APP.test(id)));
        const modules = app ? chunksBehind(bundle, app.fileName).filter((name) => !html.includes(name)) : [];
        const fonts = files.map((file) => file.fileName).filter((name) => FONT.test(name));
        return [
          ...modules.map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
          link({ rel: 'preload', as: 'fetch', href: '/config.json' }),
          ...fonts.map((name) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })),
        ];
      },
    },
  };
}

/** A chunk and everything that it imports. */
function chunksBehind(bundle: Rolldown.OutputBundle, name: string, found: string[] = []): string[] {
  if (found.includes(name)) return found;
  found.push(name);
  const chunk = bundle[name];
  if (chunk?.type === 'chunk') for (const imported of chunk.imports) chunksBehind(bundle, imported, found);
  return found;
}

const link = (attributes: Record<string, string>) => ({
  tag: 'link',
  attrs: { crossorigin: true, ...attributes },
  injectTo: 'head' as const,
});
