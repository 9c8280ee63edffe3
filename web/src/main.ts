import './ui/styles.css';
import { styleNonce } from './lib/nonce.ts';
import { reviewToken } from './lib/review-token.ts';
import { applyTheme, storedTheme } from './lib/theme.ts';

applyTheme(storedTheme());

// Libraries read the nonce for their style elements from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const root = document.getElementById('root'); // public/supported.js removes it in a browser that is too old
const load = reviewToken ? () => import('./review-app.tsx') : () => import('./app.tsx');
if (root)
  load()
    .then(({ start }) => start(root))
    .catch(async (cause: unknown) => {
      const { showUnreachable } = await import('./unreachable.tsx');
      showUnreachable(root, cause);
    });
