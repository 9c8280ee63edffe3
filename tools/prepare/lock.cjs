// In charge of one preparation at a time: two starts at once must not install or build over each other.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { at, read, say, tryTo } = require('./project.cjs');

/** Does the work where it is missing, one process at a time; the second finds the work of the first. */
function ensure(isDone, work) {
  if (isDone()) return;
  const release = takeLock();
  try {
    if (!isDone()) work();
  } finally {
    release();
  }
}

/** A folder, because making one either succeeds or does not; its holder is named inside, so that a dead one's can be taken over. */
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
