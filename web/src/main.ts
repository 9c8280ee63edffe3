import './ui/styles.css';
import { styleNonce } from './lib/nonce.ts';
import { reviewToken } from './lib/review-token.ts';
import { USER_KEY } from './lib/storage-keys.ts';
import { applyTheme, storedTheme } from './lib/theme.ts';
import { showUnreachable } from './unreachable.ts';

applyTheme(storedTheme());

// Libraries read the nonce for their style elements from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

/** Loads the code of every page of a signed-in user, which the app asks for only once it runs. */
function preloadPages() {
  const names = document.querySelector<HTMLMetaElement>('meta[name="after-sign-in"]')?.content.split(' ') ?? [];
  const preload = { rel: 'modulepreload', crossOrigin: '' };
  for (const href of names) document.head.append(Object.assign(document.createElement('link'), { ...preload, href }));
}

if (!reviewToken && localStorage.getItem(USER_KEY)) preloadPages();

const root = document.getElementById('root'); // index.html removes it in a browser that is too old
const load = reviewToken ? () => import('./review-app.tsx') : () => import('./app.tsx');
if (root)
  load()
    .then(({ start }) => start(root))
    .catch((cause: unknown) => showUnreachable(root, cause));
