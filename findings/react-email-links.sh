#!/usr/bin/env bash
# @react-email/render 2.3.1 writes the plain text of two buttons in a row without a space between them, so that the address of the first goes on with the label of the
# second: an email program that shows the text makes a link of both words, which leads nowhere. Guess: each link on a line of its own. Product: writes the plain text
# of its emails from their content, with each link on its own line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @react-email/render@2.3.1 @react-email/components@1.0.12 react@19.3.1 react-dom@19.3.1
cat > seen.mjs <<'JS'
import { Body, Button, Html, Text } from '@react-email/components';
import { render } from '@react-email/render';
import { createElement } from 'react';

const button = (label, path) => createElement(Button, { href: `https://acme.example/${path}` }, label);
const show = async (...content) => {
  const email = createElement(Html, null, createElement(Body, null, ...content));
  console.log(JSON.stringify(await render(email, { plainText: true })));
};
await show(createElement(Text, null, '37 leads wait for you.'), button('Open the review', 'review'));
await show(button('Open the review', 'review'), button('Turn these emails off', 'off'));
JS
cat > expected <<'TXT'
"37 leads wait for you.\n\nOpen the review https://acme.example/review"
"Open the review https://acme.example/reviewTurn these emails off https://acme.example/off"
TXT
node seen.mjs | tee seen
diff expected seen
