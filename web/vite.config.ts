import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';
import { preload } from './preload.ts';
import { release } from './release.ts';

const FOUNDATION = /node_modules\/(?:react|react-dom|scheduler|react-router|clsx)\//;
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), preload(), precompress()],
  define: release,
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page stands on keeps its name, and so its place in the browser's cache, while the app changes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'foundation', test: FOUNDATION }] } } },
  },
  server: {
    // The app has a page of its own at /auth, so only the versioned address is the backend's.
    proxy: Object.fromEntries(['/auth/v1', '/rest/v1', '/functions/v1', '/config.json'].map((path) => [path, SERVER])),
  },
});
