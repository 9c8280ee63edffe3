import { expect, test } from 'vitest';
import { decodeEntities } from './html-entities.ts';

test.each([
  ['Nora O&#39;Alpha', "Nora O'Alpha"],
  ['Ben &amp; Jerry Works', 'Ben & Jerry Works'],
  ['Jos&eacute; Transforma&#231;&#xE3;o', 'José Transformação'],
  ['&amp;lt;b&amp;gt; &amp;amp;', '&lt;b&gt; &amp;'],
  ['a&nbsp;b &ndash; &rsquo;x&quot;', 'a\u00a0b – ’x"'],
  ['&Lstrok;ukasz &AElig;on &aelig;', 'Łukasz Æon æ'],
  ['&#146;&#128640;', '’🚀'],
  ['&#0;&#55296;&#1114112;', '\ufffd\ufffd\ufffd'],
  [
    'AT&T, R&D; a&b &copy &unknown; &constructor; &#; &#x; ?a=1&lt=2',
    'AT&T, R&D; a&b &copy &unknown; &constructor; &#; &#x; ?a=1&lt=2',
  ],
])('%j is %j', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded);
});
