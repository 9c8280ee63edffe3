#!/usr/bin/env bash
# npx of npm 11.19.1 takes the path of a package's tarball for a program and starts it ('Permission denied'), where npm install takes the same path for a package.
# Guess: both install it. Product: docs/operations.md names the tarball by --package.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact npm@11.19.1
npm=$folder/node_modules/.bin/npm
npx=$folder/node_modules/.bin/npx
export npm_config_cache=$folder/cache npm_config_update_notifier=false
mkdir greeting elsewhere
echo '{ "name": "greeting", "version": "1.0.0", "bin": { "greeting": "greeting.js" } }' > greeting/package.json
printf '#!/usr/bin/env node\nconsole.log("hello");\n' > greeting/greeting.js
(cd greeting && "$npm" pack --silent > /dev/null)
tarball=$folder/greeting/greeting-1.0.0.tgz
reason() { grep -o 'Permission denied' || true; }
{
  echo "npm $("$npm" --version)"
  cd elsewhere
  "$npm" init --yes > /dev/null
  "$npm" install --silent --no-audit --no-fund --prefix "$folder/installed" "$tarball"
  echo "npm install <tarball>: $("$folder/installed/node_modules/.bin/greeting")"
  echo "npx <tarball>: $("$npx" --yes "$tarball" 2>&1 | reason)"
  echo "npx --package=<tarball> greeting: $("$npx" --yes --package="$tarball" greeting)"
} | tee seen
cat > expected <<'TXT'
npm 11.19.1
npm install <tarball>: hello
npx <tarball>: Permission denied
npx --package=<tarball> greeting: hello
TXT
diff expected seen
