// Prepares an npm script: installs packages and, with `build`, builds the web app. Plain JavaScript, because nothing is installed yet.
'use strict';
const { ensure } = require('./prepare/lock.cjs');
const { checkNode, install, isInstalled } = require('./prepare/packages.cjs');
const { fail, root } = require('./prepare/project.cjs');
const { build, isBuilt } = require('./prepare/web-app.cjs');

try {
  ensure(isInstalled, install);
  checkNode();
  if (process.argv[2] === 'build') ensure(isBuilt, build);
} catch (error) {
  fail(`${root} could not be prepared (${error.message}): see that this user may write there, and start again.`);
}
