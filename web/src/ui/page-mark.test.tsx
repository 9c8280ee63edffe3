import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageMark } from './page-mark.tsx';

test('a page is marked as long as one of the components with a mark is shown', () => {
  const isMarked = () => document.documentElement.hasAttribute('data-has-dialog');
  const one = render(<PageMark name="dialog" />);
  const other = render(<PageMark name="dialog" />);
  one.unmount();
  expect(isMarked()).toBe(true);
  other.unmount();
  expect(isMarked()).toBe(false);
});
