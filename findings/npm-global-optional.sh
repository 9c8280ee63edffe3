#!/usr/bin/env bash
# `npm install --global --omit=optional <tarball>` of npm 11.19.1 installs the optional dependencies of the package, which the same command without --global leaves out.
# Guess: --omit has the same effect on both. Product: deploy/Dockerfile installs its package without --global, 16 MB instead of 76.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact npm@11.19.1
npm=$folder/node_modules/.bin/npm
export npm_config_update_notifier=false
mkdir package here
echo '{ "name": "with-optional", "version": "1.0.0", "dependencies": { "is-number": "7.0.0" }, "optionalDependencies": { "is-odd": "3.0.1" } }' > package/package.json
(cd package && "$npm" pack --silent > /dev/null)
tarball=$folder/package/with-optional-1.0.0.tgz
options=(--omit=optional --silent --no-audit --no-fund --ignore-scripts)
has() { [ -d "$1/is-odd" ] && echo installed || echo 'left out'; }
{
  echo "npm $("$npm" --version)"
  "$npm" install "${options[@]}" --prefix "$folder/here" "$tarball"
  echo "npm install --omit=optional: the optional package is $(has "$folder/here/node_modules")"
  "$npm" install --global "${options[@]}" --prefix "$folder/global" "$tarball"
  echo "npm install --global --omit=optional: the optional package is $(has "$folder/global/lib/node_modules/with-optional/node_modules")"
} | tee seen
cat > expected <<'TXT'
npm 11.19.1
npm install --omit=optional: the optional package is left out
npm install --global --omit=optional: the optional package is installed
TXT
diff expected seen
