// Builds the web app if its sources have changed.
'use strict';
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { at, fail, read, root, say } = require('./project.cjs');

const buildStamp = at('dist', 'web.stamp');
const isBuilt = () => fs.existsSync(at('dist', 'web', 'index.html')) && read(buildStamp) === sourceHash();

function build() {
  say('Building the web app …');
  const before = sourceHash();
  fs.rmSync(buildStamp, { force: true });
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  const node = fs.existsSync(at('node_modules', '.bin', 'node'))
    ? at('node_modules', '.bin', 'node')
    : process.execPath;
  const { status } = spawnSync(node, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail('The web app could not be built: read the message above.');
  fs.writeFileSync(buildStamp, before);
}

/** Hashes contents, because git does not preserve modification times. */
function sourceHash() {
  const files = ['web', 'domain']
    .flatMap((folder) => filesBelow(at(folder)))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), at('package-lock.json')])
    hash.update(`${path.relative(root, file)}\n`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
    );
}

module.exports = { isBuilt, build };
