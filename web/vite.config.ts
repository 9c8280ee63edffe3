import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserLine, OLDEST_BROWSERS } from './browser-line.ts';
import { moveHelpers, precompress, preload, removeFacades } from './plugins.ts';

/** The commit that the working tree stands at, marked where it holds more than that; 'unknown' without git or a repository. */
function readCommit(): string {
  try {
    const command = ['describe', '--always', '--dirty', '--abbrev=10', '--exclude=*'];
    return execFileSync('git', command, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return 'unknown';
  }
}

const packageFile = path.join(import.meta.dirname, '../package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** The name and version of a build. */
const release = {
  'import.meta.env.APP_VERSION': JSON.stringify(version),
  'import.meta.env.APP_COMMIT': JSON.stringify(readCommit()),
};

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** The ids of these files and of everything that they import. */
function modulesBehind(files: string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const add = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach(add);
  };
  for (const file of files) add(path.join(import.meta.dirname, 'src', file));
  return found;
}

type Shared = {
  /** Files of the app and of the review of a guest: the group has our code that both of them need. */
  app: string[];
  guest: string[];
  /** Further modules. A package also imports what is left out in the end, so its parts are named. */
  also?: RegExp;
};

/** A group of what the app and the review of a guest share. */
function sharedGroup(name: string, { app, guest, also }: Shared) {
  let needed: Set<string>[] | undefined;
  return {
    debugName: name,
    name: (id: string, modules: Modules) => {
      needed ??= [app, guest].map((files) => modulesBehind(files, modules));
      if (also?.test(id)) return name;
      return needed.every((set) => set.has(id)) && !id.includes('node_modules') && !ROUTED.test(id) ? name : null;
    },
  };
}

/** What goes with the router, which the page of a review link does without until the right code is typed. */
const ROUTED = /\/(?:use-navigation-guard\.ts|broken-page\.tsx)$|\/react-router\//;

const GUEST = ['review-app.tsx', 'features/review-links/guest/guest-area.tsx'];

/** The frame of the app, and pages without a list of leads or companies. */
const OTHERS = [
  'features/shell/shell.tsx',
  'features/dashboard/dashboard-page.tsx',
  'features/customers/customers-page.tsx',
  'features/campaigns/campaigns-page.tsx',
  'features/do-not-contact/do-not-contact-page.tsx',
];

/** Each group contains its modules and their imports, except those of a group above it. A few files load faster, and compress better, than many. */
const groups = [
  // Sets the theme, so it waits for nothing else.
  { name: 'entry', test: /vite\/preload-helper|\/src\/main\.ts$/ },
  // The code that both pages begin with.
  sharedGroup('foundation', {
    app: ['app.tsx'],
    guest: GUEST,
    also: /node_modules\/(?:react|react-dom|scheduler|clsx|tslib)\/|\/icons\/(?:check|circle-off|hourglass|link-2|wifi-off)\.mjs$|\/react-query\/.*\/queryOptions\.js$/,
  }),
  { name: 'router', test: ROUTED },
  { name: 'app', test: /\/src\/app\.tsx$/ },
  // Loaded while the sign-in page is shown, and at once for a stored session.
  { name: 'accounts', test: /@supabase\/auth-js/ },
  // The code that the lists of members and the review of a guest share, beside the code that reads permissions and links.
  sharedGroup('core', {
    app: [...OTHERS, 'features/leads/leads-page.tsx', 'features/companies/companies-page.tsx'],
    guest: GUEST,
    also: /\/features\/session\/data\.ts$|\/guest\/guest-link-data\.ts$|\/icons\/(?:arrow-(?:down|left)|circle-dashed|clipboard-check|clock|message-square(?:-exclamation-point)?|printer|user-plus)\.mjs$/,
  }),
  // The code that the review of a guest loads once its list is there.
  sharedGroup('overlays', {
    app: OTHERS,
    guest: ['features/shell/shortcuts.tsx', 'ui/confirm-dialog.tsx', 'features/review/reasons/reason-bar.tsx'],
  }),
  // The pages of members, in few files.
  {
    name: 'pages',
    test: /\/features\/(?:shell\/shell|leads\/leads-page|companies\/companies-page|dashboard\/dashboard-page)\.tsx$|\/ui\/(?:name-link|show-all-button)\.tsx$|\/features\/users\/data\.ts$/,
  },
  // Used by many pages of administrators, and by none of members.
  { name: 'import', test: /\/domain\/import\/headers\.ts$|\/features\/import\/texts\.ts$/ },
  { name: 'hosts', test: /\/domain\/import\/hosts\.ts$/ },
  { name: 'review-app', test: /\/src\/review-app\.tsx$/ },
  { name: 'guest-area', test: /\/guest\/guest-area\.tsx$/ },
  { name: 'admin-pages', minShareCount: 4 },
  // Pages that load in few requests: each with what is not in a group above it.
  { name: 'admin-list', test: /\/features\/(?:leads\/admin-leads-page|companies\/admin-companies-page)\.tsx$/ },
  { name: 'admin-dashboard', test: /\/features\/dashboard\/admin\/admin-dashboard-page\.tsx$/ },
  { name: 'campaigns', test: /\/features\/campaigns\/campaigns-page\.tsx$/ },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

/** What both pages name themselves, so that no import has to. */
const PRELOADED = /\/(?:entry|rolldown-runtime|foundation)-/;

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { '@': path.join(import.meta.dirname, 'src') } },
  plugins: [react(), tailwind(), removeFacades(), moveHelpers('foundation'), preload(), browserLine(), precompress()],
  define: release,
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: '../dist/web',
    target: OLDEST_BROWSERS,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, names) => names.filter((name) => !PRELOADED.test(name)),
    },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    // The app has a page of its own at /auth, so only the versioned address is the backend's. With the demo, the server accepts only pages of its own host.
    proxy: Object.fromEntries(
      ['/auth/v1', '/rest/v1', '/functions/v1', '/config.json'].map((path) => [
        path,
        { target: SERVER, changeOrigin: false },
      ]),
    ),
  },
});
