import { fireEvent, screen } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, it } from 'vitest';
import { renderApp } from '#tests/component/render.tsx';
import { useSingleClickLinks } from './single-click-links.ts';

function Page() {
  useSingleClickLinks();
  return (
    <>
      <Link to="/next">Next</Link>
      <Link to="/other">Other</Link>
    </>
  );
}

it('a double-click on a link goes to its page once', () => {
  renderApp(<Page />);
  const before = history.length;
  const clickLink = (name: string, detail: number) =>
    fireEvent.click(screen.getByRole('link', { name }), { detail, button: 0 });
  expect(clickLink('Next', 1)).toBe(false);
  expect(location.pathname).toBe('/next');
  clickLink('Other', 2);
  expect(location.pathname).toBe('/next');
  clickLink('Other', 1);
  expect(location.pathname).toBe('/other');
  expect(history.length).toBe(before + 2);
});
