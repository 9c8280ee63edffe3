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
          const exported = namePairs(names).map(([inner, outer]) => `${outer}:chunk.${inner}`);
          const call = new RegExp(`import\\((["'\`])\\./${baseName(facade)}\\1\\)`, 'g');
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

/**
 * Moves the helpers of Rolldown from a chunk of their own, which costs a request, into the one that all pages load first. Other chunks import them
 * from there, under the same names after `helper_`.
 */
export function moveHelpers(home: string): Plugin {
  return {
    name: 'move-helpers',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const helpers = chunks.find(({ name }) => name === 'rolldown-runtime');
        const target = chunks.find(({ name }) => name === home);
        const [end, exported = ''] = /export\s*\{([^{}]+)\};?\s*$/.exec(helpers?.code ?? '') ?? [];
        if (!helpers || !target || !end) throw new Error(`The build has no helpers, or no chunk ${home} for them`);
        const names = namePairs(exported);
        const helperCode = `(()=>{${helpers.code.slice(0, -end.length)}return{${names.map(([local, name]) => `${name}:${local}`)}}})()`;
        const call = new RegExp(`import\\s*\\{([^{}]+)\\}\\s*from\\s*["'\`]\\./${baseName(helpers)}["'\`];?`);
        const used = new Map(namePairs(call.exec(target.code)?.[1] ?? ''));
        const locals = names.map(([, name]) => [name, used.get(name) ?? `helper_${name}`] as const);
        const own = `const{${locals.map((pair) => pair.join(':'))}}=${helperCode};`;
        target.code = `${own}export{${locals.map(([name, local]) => `${local} as helper_${name}`)}};${target.code.replace(call, '')}`;
        for (const chunk of chunks) {
          chunk.code = chunk.code.replace(call, (_, imported: string) => {
            const list = namePairs(imported).map(([name, local]) => `helper_${name} as ${local}`);
            return `import{${list}}from"./${baseName(target)}";`;
          });
        }
        delete bundle[helpers.fileName];
      },
    },
  };
}

/** The names of an import or export, such as `a as b, c`: each on its left and its right side. */
const namePairs = (names: string) =>
  names.split(',').map((name) => {
    const [left = '', right = left] = name.trim().split(/\s+as\s+/);
    return [left, right] as const;
  });

const baseName = ({ fileName }: Rolldown.OutputChunk) => fileName.split('/').at(-1) ?? '';

/** The pages, with the module behind the small entry of both that starts what they show. */
const PAGES = [
  ['index.html', /\/app\.tsx$/],
  ['review.html', /\/review-app\.tsx$/],
] as const;

const FONT = /inter-latin-wght-normal.*\.woff2$/;

/** The chunks of every page after the sign-in, which src/main.ts loads for a stored session. */
const AFTER_SIGN_IN = ['core', 'pages'];

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
        const behind = (isStart: (chunk: Rolldown.OutputChunk) => boolean) =>
          files
            .filter((file) => file.type === 'chunk' && isStart(file))
            .flatMap(({ fileName }) => chunksBehind(bundle, fileName))
            .filter((name, at, all) => name in bundle && all.indexOf(name) === at && !html.includes(name));
        for (const [fileName, start] of PAGES) {
          const modules = behind(({ moduleIds }) => moduleIds.some((id) => start.test(id)));
          const later = behind(({ name }) => AFTER_SIGN_IN.includes(name)).filter((name) => !modules.includes(name));
          const links = [
            ...(fileName === 'index.html'
              ? [`  <meta name="after-sign-in" content="${later.map((name) => `/${name}`).join(' ')}">\n  `]
              : []),
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
