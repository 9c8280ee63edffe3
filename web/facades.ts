import type { Plugin } from 'vite';

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
