#!/usr/bin/env bash
# google-libphonenumber 3.2.47 and awesome-phonenumber 7.8.0 dial a word behind a German number by the letters on its keys, and find the longer number valid, because
# numbers there have no fixed length: '030 1234567 (mobil)' is +49 30 1234567 66245. A British number with '(mobile)' is not valid. libphonenumber-js 1.13.16 leaves
# the word out. Guess: all three do. Product: phone numbers are kept as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact google-libphonenumber@3.2.47 awesome-phonenumber@7.8.0 libphonenumber-js@1.13.16
cat > seen.mjs <<'JS'
import { parsePhoneNumber } from 'awesome-phonenumber';
import google from 'google-libphonenumber';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const util = google.PhoneNumberUtil.getInstance();
const validity = (isValid) => (isValid ? 'valid' : 'not valid');
for (const text of ['030 1234567', '030 1234567 (mobil)', '030 1234567 home', '+44 20 7946 0958 (mobile)']) {
  const number = util.parse(text, 'DE');
  const awesome = parsePhoneNumber(text, { regionCode: 'DE' });
  const own = parsePhoneNumberFromString(text, 'DE');
  console.log(text);
  console.log(`  google-libphonenumber ${util.format(number, google.PhoneNumberFormat.E164)}, ${validity(util.isValidNumber(number))}`);
  console.log(`  awesome-phonenumber ${awesome.number.e164}, ${validity(awesome.valid)}`);
  console.log(`  libphonenumber-js ${own.number}, ${validity(own.isValid())}`);
}
JS
cat > expected <<'TXT'
030 1234567
  google-libphonenumber +49301234567, valid
  awesome-phonenumber +49301234567, valid
  libphonenumber-js +49301234567, valid
030 1234567 (mobil)
  google-libphonenumber +4930123456766245, valid
  awesome-phonenumber +4930123456766245, valid
  libphonenumber-js +49301234567, valid
030 1234567 home
  google-libphonenumber +493012345674663, valid
  awesome-phonenumber +493012345674663, valid
  libphonenumber-js +49301234567, valid
+44 20 7946 0958 (mobile)
  google-libphonenumber +442079460958662453, not valid
  awesome-phonenumber +442079460958662453, not valid
  libphonenumber-js +442079460958, valid
TXT
node seen.mjs | tee seen
diff expected seen
