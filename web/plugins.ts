import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** The code of a chunk that only passes on exports of another chunk, under the names that its importers use. */
const FACADE = /^export\s*\{([^{}]+)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/;

/**
 * Removes the chunks that only pass on another chunk's exports. Rolldown makes one for each dynamic import of a module in a group, which costs a request
 * before the group's own. The importers import the group instead.
 */
export function removeFacades(): Plugin {
  return {
    name: 'remove-facades',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const facade of chunks) {
          const [, names, group] = FACADE.exec(facade.code) ?? [];
          if (!names || !group) continue;
          const exported = names.split(',').map((name) => {
            const [inner = '', outer = inner] = name.trim().split(/\s+as\s+/);
            return `${outer}:chunk.${inner}`;
          });
          const call = new RegExp(`import\\((["'\`])\\./${facade.fileName.split('/').at(-1)}\\1\\)`, 'g');
          for (const chunk of chunks) {
            chunk.code = chunk.code.replace(
              call,
              (_, quote: string) => `import(${quote}./${group}${quote}).then(chunk=>({${exported.join()}}))`,
            );
          }
          delete bundle[facade.fileName];
        }
      },
    },
  };
}

/** The pages, with the module behind the small entry of both that starts what they show. */
const PAGES = [
  ['index.html', /\/app\.tsx$/],
  ['review.html', /\/review-app\.tsx$/],
] as const;

const FONT = /inter-latin-wght-normal.*\.woff2$/;

/** Names in each page what every visit needs but the browser would find late: the code behind the entry, where its backend is, and the font. */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = bundle['index.html'];
        if (entry?.type !== 'asset') return;
        const html = String(entry.source);
        const files = Object.values(bundle);
        const fonts = files.map((file) => file.fileName).filter((name) => FONT.test(name));
        for (const [fileName, start] of PAGES) {
          const started = files.find((file) => file.type === 'chunk' && file.moduleIds.some((id) => start.test(id)));
          const modules = chunksBehind(bundle, started?.fileName ?? '').filter((name) => !html.includes(name));
          const links = [
            ...modules.map((name) => link('rel="modulepreload"', name)),
            link('rel="preload" as="fetch"', 'config.json'),
            ...fonts.map((name) => link('rel="preload" as="font" type="font/woff2"', name)),
          ];
          const source = html.replace('</head>', `${links.join('')}</head>`);
          if (fileName === 'index.html') entry.source = source;
          else this.emitFile({ type: 'asset', fileName, source });
        }
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

const link = (attributes: string, name: string) => `  <link crossorigin ${attributes} href="/${name}">\n  `;

const COMPRESSIBLE = /\.(?:js|css|svg)$/;

/** Writes a .br and a .gz beside each asset, so that the server compresses nothing while it answers. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(files.map((name) => compress(path.join(dir, name))));
    },
  };
}

async function compress(file: string) {
  const content = await readFile(file);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content)]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
