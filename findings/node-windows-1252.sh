#!/usr/bin/env bash
# TextDecoder of Node 20.20.2 and 24.10.0 reads windows-1252 as ISO 8859-1, so that the euro sign, quotation marks and dashes of a file from Excel become control
# characters; as a stream, or in windows-1250, the same bytes are read right, and so they are by Node 24.21.0. Guess: the encoding standard, in each release and call.
# Product: decodes code pages as streams, also single characters. The packages are those of Linux.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
node=node-linux-$(node -p process.arch)
for version in 20.20.2 24.10.0 24.21.0; do
  npm install --silent --no-audit --no-fund --ignore-scripts --save-exact --prefix "$version" "$node@$version"
done
cat > seen.mjs <<'JS'
const bytes = Uint8Array.of(0x80, 0x20, 0x93, 0x94, 0x20, 0x96);
const read = (label, options) => JSON.stringify(new TextDecoder(label).decode(bytes, options)).replace(/[\x80-\x9f]/g, '·');
console.log(`${process.version}: ${read('windows-1252')}, as a stream ${read('windows-1252', { stream: true })}, windows-1250 ${read('windows-1250')}`);
JS
cat > expected <<'TXT'
v20.20.2: "· ·· ·", as a stream "€ “” –", windows-1250 "€ “” –"
v24.10.0: "· ·· ·", as a stream "€ “” –", windows-1250 "€ “” –"
v24.21.0: "€ “” –", as a stream "€ “” –", windows-1250 "€ “” –"
TXT
for version in 20.20.2 24.10.0 24.21.0; do "$version/node_modules/$node/bin/node" seen.mjs; done | tee seen
diff expected seen
