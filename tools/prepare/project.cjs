'use strict';
const { spawn } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const at = (...parts) => path.join(root, ...parts);
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function tryTo(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const say = (line) => process.stdout.write(`${line}\n`);

/** Does a step that takes long, and says how long it has taken meanwhile. */
function withProgress(step, work) {
  say(`${step} …`);
  const progress = spawn(process.execPath, [at('tools', 'prepare', 'progress.cjs'), step], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  try {
    return work();
  } finally {
    progress.kill();
  }
}

function fail(line) {
  process.stderr.write(`Leadlight: ${line}\n`);
  process.exit(1);
}

module.exports = { root, at, sha256, tryTo, read, say, withProgress, fail };
