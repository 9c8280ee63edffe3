import path from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { preload } from './preload.ts';
import { release } from './release.ts';

/** Each takes what its modules stand on along, save what one above it holds: few files come sooner, and are smaller, than many. */
const groups = [
  // Sets the theme, so it waits for nothing else.
  { name: 'entry', test: /vite\/preload-helper|\/src\/main\.ts$/ },
  // What every page stands on keeps its name, and so its place in the browser's cache, while the app changes.
  { name: 'foundation', test: /node_modules\/(?:react|react-dom|scheduler|react-router|clsx)\// },
  // Apart from the app, whose modules fail all together where the backend cannot be reached.
  { name: 'unreachable', test: /\/src\/unreachable\.tsx$/ },
  { name: 'app', test: /\/src\/app\.tsx$/ },
  // Behind the sign-in: who the person is, what every page stands in, what many pages have in common.
  { name: 'standing', test: /\/features\/session\/data\.ts$/ },
  { name: 'shell', test: /\/features\/shell\/shell\.tsx$/ },
  { name: 'pages', minShareCount: 4 },
].map((group, at, { length }) => ({ ...group, priority: length - at }));

const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { '@': path.join(import.meta.dirname, 'src') } },
  plugins: [react(), tailwind(), preload(), precompress()],
  define: release,
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    // The app has a page of its own at /auth, so only the versioned address is the backend's.
    proxy: Object.fromEntries(['/auth/v1', '/rest/v1', '/functions/v1', '/config.json'].map((path) => [path, SERVER])),
  },
});
