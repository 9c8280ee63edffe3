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

/** Each group contains its modules and their imports, except those of a group above it. A few files load faster, and compress better, than many. */
const groups = [
  // Sets the theme, so it waits for nothing else.
  { name: 'entry', test: /vite\/preload-helper|\/src\/main\.ts$/ },
  // The packages that every page imports. Their file keeps its name while the app changes, and so stays in the browser's cache.
  { name: 'foundation', test: /node_modules\/(?:react|react-dom|scheduler|react-router|clsx|tslib)\// },
  {
    name: 'app',
    test: /\/src\/app\.tsx$|\/icons\/(?:hourglass|circle-off)\.mjs$|\/domain\/(?:parse-url|group-by)\.ts$/,
  },
  // Loaded while the sign-in page is shown, and at once for a stored session.
  { name: 'accounts', test: /@supabase\/auth-js/ },
  // After sign-in: the user's permissions, which may fail by themselves, and the shell around every page.
  { name: 'standing', test: /\/features\/session\/data\.ts$/ },
  // With what a few pages share: in the file of one of them, the others would load that page.
  {
    name: 'shell',
    test: /\/features\/shell\/shell\.tsx$|\/ui\/(?:name-link|show-all-button)\.tsx$|\/features\/users\/data\.ts$|\/icons\/(?:arrow-(?:down|left)|circle-dashed|clipboard-check|clock|link-2|message-square(?:-exclamation-point)?|printer|user-plus)\.mjs$/,
  },
  // Used by many pages of administrators, and by none of members.
  { name: 'import', test: /\/domain\/import\/headers\.ts$|\/features\/import\/texts\.ts$/ },
  { name: 'hosts', test: /\/domain\/import\/hosts\.ts$/ },
  // The page of a review link before a code was typed, without the shell and what pages share.
  { name: 'review-link', test: /\/review-links\/guest\/review-link-page\.tsx$/ },
  { name: 'pages', minShareCount: 6 },
  // Pages that load in few requests: each with what is not in a group above it.
  { name: 'list', test: /\/features\/(?:leads\/leads-page|companies\/companies-page)\.tsx$/ },
  { name: 'admin-list', test: /\/features\/(?:leads\/admin-leads-page|companies\/admin-companies-page)\.tsx$/ },
  { name: 'dashboard', test: /\/features\/dashboard\/dashboard-page\.tsx$/ },
  { name: 'admin-dashboard', test: /\/features\/dashboard\/admin\/admin-dashboard-page\.tsx$/ },
  { name: 'campaigns', test: /\/features\/campaigns\/campaigns-page\.tsx$/ },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

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
    modulePreload: { polyfill: false },
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
