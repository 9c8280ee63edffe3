import { expect, test } from 'vitest';
import { keepSpaces, renderEmail } from './email-html.ts';

const content = {
  subject: 'Hello\r\nBcc: everyone@example.test',
  heading: 'Join <Acme> & "Sons"',
  paragraphs: ["It's <b>here</b>"],
  action: { label: 'Open <it>', link: 'https://example.test/?a=1&b="2"' },
  footnotes: ['Small <print>'],
};

test('a subject is one line of visible text', () => {
  expect(renderEmail(content).subject).toBe('Hello Bcc: everyone@example.test');
  expect(renderEmail({ ...content, subject: '\u202eHello\u0007 \u2066you' }).subject).toBe('Hello you');
});

test('the names in a group cannot begin another paragraph, and turn no text around', () => {
  const name = 'Spring\r\n\r\nOpen: https://evil.example\u202e\u0007';
  const groups = [{ title: name, lines: [name], label: 'See it', link: 'https://example.test/' }];
  const { text, html } = renderEmail({ ...content, groups });
  const shown = 'Spring Open: https://evil.example';
  expect(text).toContain(`\n\n${shown}\n- ${shown}\nSee it: https://example.test/\n\n`);
  expect(html).toContain(`>${shown}</h2>`);
});

test('every value is escaped in HTML', () => {
  const { html } = renderEmail({ ...content, code: '<1>' });
  for (const raw of ['<Acme>', '<b>', 'Open <it>', 'b="2"', '<print>', '<1>']) expect(html).not.toContain(raw);
  expect(html).toContain('Join &lt;Acme&gt; &amp; &quot;Sons&quot;');
  expect(html).toContain('href="https://example.test/?a=1&amp;b=&quot;2&quot;"');
  expect(html).toContain('It&#39;s &lt;b&gt;here&lt;/b&gt;');
});

test.each([
  ['a  b   c d', 'a&nbsp; b&nbsp;&nbsp; c d'],
  ['  - one\n    - two\n\tthree', '&nbsp;&nbsp;- one\n&nbsp;&nbsp;&nbsp;&nbsp;- two\n&nbsp;&nbsp;&nbsp;&nbsp;three'],
  [' a\n b', '&nbsp;a\n&nbsp;b'],
  ['a\tb', 'a&nbsp;&nbsp;&nbsp; b'],
  ['a b\n\nc', 'a b\n\nc'],
])('HTML keeps the spaces of %j as %j', (text, html) => {
  expect(keepSpaces(text)).toBe(html);
});

test('a paragraph keeps its lines and spaces', () => {
  const { html } = renderEmail({ ...content, paragraphs: ['One\n  two <b>  three\r\nfour'] });
  expect(html).toContain('>One<br>&nbsp;&nbsp;two &lt;b&gt;&nbsp; three<br>four</p>');
});

test('plain text contains the same content unescaped', () => {
  expect(renderEmail({ ...content, code: '123456' }).text).toBe(
    [
      'Join <Acme> & "Sons"',
      "It's <b>here</b>",
      'Open <it>: https://example.test/?a=1&b="2"',
      '123456',
      '-- ',
      'Small <print>\n',
    ].join('\n\n'),
  );
});
