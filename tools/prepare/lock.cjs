// Lets one process at a time install or build.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { at, read, say, tryTo } = require('./project.cjs');

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

module.exports = { ensure };
