import type { Plugin, Rolldown } from 'vite';

const APP = /\/app\.tsx$/;
const FONT = /inter-latin-wght-normal.*\.woff2$/;

/** Names in the page what every visit needs but the browser would find late: the app behind its small entry, and the font. */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = Object.values(bundle);
        const app = files.find(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk' && APP.test(file.facadeModuleId ?? ''),
        );
        const modules = app ? [app.fileName, ...app.imports] : [];
        const fonts = files.map((file) => file.fileName).filter((name) => FONT.test(name));
        return [
          ...modules.map((name) => link({ rel: 'modulepreload', href: `/${name}` })),
          ...fonts.map((name) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}` })),
        ];
      },
    },
  };
}

const link = (attributes: Record<string, string>) => ({
  tag: 'link',
  attrs: { crossorigin: true, ...attributes },
  injectTo: 'head' as const,
});
