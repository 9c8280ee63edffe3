import './ui/styles.css';
import { styleNonce } from './lib/nonce.ts';
import { applyTheme, storedTheme } from './lib/theme.ts';
import { showUnreachable } from './unreachable.ts';

applyTheme(storedTheme());

// Libraries read the nonce for their style elements from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const root = document.getElementById('root'); // index.html removes it in a browser that is too old
if (root)
  import('./app.tsx')
    .then(({ start }) => start(root))
    .catch((cause: unknown) => showUnreachable(root, cause));
