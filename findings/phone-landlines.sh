#!/usr/bin/env bash
# phone 3.1.72 with validateMobilePrefix: false, as its README reads a landline, makes other numbers of common ways to write one, and finds them valid: a number in
# Rome loses its 0, without which it cannot be called, 0049 and (0) stay within the number, and an extension is appended. libphonenumber-js 1.13.16 reads all of them
# right. Guess: the right number, or none. Product: phone numbers are kept as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact phone@3.1.72 libphonenumber-js@1.13.16
cat > seen.mjs <<'JS'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { phone } from 'phone';

for (const [text, country] of [
  ['+49 30 12345678', 'DE'],
  ['06 1234 5678', 'IT'],
  ['0049 30 1234567', 'DE'],
  ['+49 (0)30 12345678', 'DE'],
  ['+49 30 12345678 ext. 2', 'DE'],
]) {
  const { isValid, phoneNumber } = phone(text, { country, validateMobilePrefix: false });
  const { number, ext } = parsePhoneNumberFromString(text, country);
  console.log(`${text}: phone ${phoneNumber} (${isValid ? 'valid' : 'not valid'}), libphonenumber-js ${number}${ext ? `, extension ${ext}` : ''}`);
}
JS
cat > expected <<'TXT'
+49 30 12345678: phone +493012345678 (valid), libphonenumber-js +493012345678
06 1234 5678: phone +39612345678 (valid), libphonenumber-js +390612345678
0049 30 1234567: phone +4949301234567 (valid), libphonenumber-js +49301234567
+49 (0)30 12345678: phone +4903012345678 (valid), libphonenumber-js +493012345678
+49 30 12345678 ext. 2: phone +4930123456782 (valid), libphonenumber-js +493012345678, extension 2
TXT
node seen.mjs | tee seen
diff expected seen
