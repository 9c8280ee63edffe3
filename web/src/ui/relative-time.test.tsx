import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RelativeTime } from './relative-time.tsx';

it('a moment has its exact time on hover', () => {
  const markup = renderToStaticMarkup(<RelativeTime at="2020-01-01T12:00:00+00:00" />);
  expect(markup).toMatch(/^<time dateTime="2020-01-01T12:00:00\+00:00" title="[^"]*2020[^"]*">\d+ years ago<\/time>$/);
});

it.each(['infinity', '-infinity', '0044-03-15T00:00:00+00:00 BC', '294276-12-31T23:59:59.999999+00:00'])(
  '%s is shown as it is stored on hover',
  (at) => {
    expect(renderToStaticMarkup(<RelativeTime at={at} />)).toBe(`<span title="${at}">at an unknown time</span>`);
  },
);
