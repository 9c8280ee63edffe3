#!/usr/bin/env bash
# mailcheck 1.1.1 and @zootools/email-spell-checker 1.12.0 correct addresses that are right: both make sky.com of sap.com and live.it of libero.it, the former
# proton.de of proton.me, the latter cox.net of gmx.net and mail.com of mac.com. Who accepts that writes to another person. Guess: domains that millions use are left
# alone. Product: domains are kept as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact mailcheck@1.1.1 @zootools/email-spell-checker@1.12.0
cat > seen.mjs <<'JS'
import spellChecker from '@zootools/email-spell-checker';
import mailcheck from 'mailcheck';

for (const domain of ['gmial.com', 'sap.com', 'libero.it', 'proton.me', 'wp.pl', 'gmx.net', 'mac.com', 'web.de']) {
  const email = `ada@${domain}`;
  let suggested;
  mailcheck.run({ email, suggested: (suggestion) => (suggested = suggestion.domain), empty: () => {} });
  console.log(`${domain}: mailcheck ${suggested ?? '-'}, email-spell-checker ${spellChecker.run({ email })?.domain ?? '-'}`);
}
JS
cat > expected <<'TXT'
gmial.com: mailcheck gmail.com, email-spell-checker gmail.com
sap.com: mailcheck sky.com, email-spell-checker sky.com
libero.it: mailcheck live.it, email-spell-checker live.it
proton.me: mailcheck proton.de, email-spell-checker -
wp.pl: mailcheck wp.nl, email-spell-checker -
gmx.net: mailcheck -, email-spell-checker cox.net
mac.com: mailcheck -, email-spell-checker mail.com
web.de: mailcheck -, email-spell-checker -
TXT
node seen.mjs | tee seen
diff expected seen
