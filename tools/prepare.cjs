// Prepares an npm script: installs packages and, with `build`, builds the web app if its sources have changed. Plain JavaScript, because nothing is installed yet.
'use strict';
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { checkNode, install, isInstalled } = require('./prepare/packages.cjs');
const { at, fail, read, root, say, tryTo, withProgress } = require('./prepare/project.cjs');

const buildStamp = at('dist', 'web.stamp');
const isBuilt = () => fs.existsSync(at('dist', 'web', 'index.html')) && read(buildStamp) === sourceHash();

function build() {
  const before = sourceHash();
  fs.rmSync(buildStamp, { force: true });
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  const node = fs.existsSync(at('node_modules', '.bin', 'node'))
    ? at('node_modules', '.bin', 'node')
    : process.execPath;
  const { status } = withProgress('Building the web app', () =>
    spawnSync(node, [vite, 'build', 'web', '--logLevel', 'warn'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' }, // tests set another value
    }),
  );
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

/** Runs `work` unless it is done, also by another process in the meantime. */
function ensure(isDone, work) {
  if (isDone()) return;
  const release = takeLock();
  try {
    if (!isDone()) work();
  } finally {
    release();
  }
}

/** A directory, because mkdir is atomic. It contains the process id, so that the lock of a dead process can be removed. */
function takeLock() {
  const lock = at('dist', 'prepare.lock');
  fs.mkdirSync(at('dist'), { recursive: true });
  for (let waited = 0; !tryTo(() => fs.mkdirSync(lock)); waited++) {
    const holder = Number(read(path.join(lock, 'pid')));
    const isDead = holder ? !isAlive(holder) : waited > 20;
    if (isDead) fs.rmSync(lock, { recursive: true, force: true });
    else if (waited === 0) say('Another start is preparing; waiting for it …');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
  fs.writeFileSync(path.join(lock, 'pid'), String(process.pid));
  const release = () => {
    process.off('exit', release);
    fs.rmSync(lock, { recursive: true, force: true });
  };
  process.on('exit', release);
  return release;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

try {
  ensure(isInstalled, install);
  checkNode();
  if (process.argv[2] === 'build') ensure(isBuilt, build);
} catch (error) {
  fail(`${root} could not be prepared (${error.message}): see that this user may write there, and start again.`);
}
