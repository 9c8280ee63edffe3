#!/usr/bin/env bash
# mjml 5.4.1 links a stylesheet of fonts.googleapis.com, twice, in an email that names no font, because its text has the default font Ubuntu: each program that loads
# it tells Google that the email was opened. With another font-family there is no link. Guess: the email asks nobody. Product: its emails name fonts of the system
# and load nothing but the logo.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact mjml@5.4.1
cat > seen.mjs <<'JS'
import mjml2html from 'mjml';

const links = async (attributes) => {
  const { html } = await mjml2html(
    `<mjml><mj-body><mj-section><mj-column><mj-text ${attributes}>37 leads wait for you.</mj-text></mj-column></mj-section></mj-body></mjml>`,
  );
  return html.match(/https:\/\/[a-z.]+/g) ?? [];
};
console.log('no font named:', (await links('')).join(' ') || 'none');
console.log('Arial:', (await links('font-family="Arial"')).join(' ') || 'none');
JS
cat > expected <<'TXT'
no font named: https://fonts.googleapis.com https://fonts.googleapis.com
Arial: none
TXT
node seen.mjs | tee seen
diff expected seen
