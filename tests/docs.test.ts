// Links and file names in the documentation lead to what exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import site, { anchorOf } from '../docs/.vitepress/config.ts';

const root = path.join(import.meta.dirname, '..');

const pages = [
  ...['README.md', 'STYLE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'specification.md')
    .map((file) => path.posix.join('docs', file.replaceAll(path.sep, '/'))),
];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

function readAnchors(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

test.each(pages)('every link in %s leads to a file and a heading of it', (page) => {
  const targets = [...read(page).matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, src]) => link ?? src ?? '',
  );
  const broken = targets.filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [name = '', anchor] = target.split('#');
    const file = name === '' ? page : path.posix.join(path.posix.dirname(page), name);
    if (!existsSync(path.join(root, file))) return true;
    return anchor !== undefined && !readAnchors(file).includes(anchor);
  });
  expect(broken).toEqual([]);
});

/** The folders without the built app, which another test may be building. */
const sourceFolders = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'dist' ? [entry.name] : [],
);

// STYLE.md names examples.
test.each(pages.filter((page) => page !== 'STYLE.md'))('every source file that %s names exists', (page) => {
  const names = [...read(page).matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/g)]
    .map(([, name = '']) => name)
    .filter(
      (name) => /\.test\.tsx?$/.test(name) || (name.includes('/') && sourceFolders.includes(name.split('/')[0] ?? '')),
    );
  const missing = names.filter((name) => !existsSync(path.join(root, name)));
  expect(missing).toEqual([]);
});

test.each(pages)('every npm script, bench and trial that %s names exists', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const text = read(page);
  const named = [...text.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, script = '']) => script);
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
  const programs = [...text.matchAll(/\b(bench|trial) -- ([a-z]+)/g)].map(
    ([, script, name]) => `${script === 'trial' ? 'trials' : script}/${name}.ts`,
  );
  expect(programs.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('lock file, changelog and operations name the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
  const packages = [...read('docs/operations.md').matchAll(/leadlight-(\d[\w.-]+)\.tgz/g)].map(([, named]) => named);
  expect(new Set(packages)).toEqual(new Set([version]));
});

test('the navigation of the site has every page of docs', () => {
  const navigation = JSON.stringify(site.themeConfig.sidebar);
  expect(pages.filter((page) => page.startsWith('docs/') && !navigation.includes(`"/${page}"`))).toEqual([]);
});
