import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import { findToast } from '#tests/component/queries.ts';
import { renderPage } from '#tests/component/render.tsx';
import { changeBrand } from '@/lib/brand.ts';
import { BrandPage } from './brand-page.tsx';

const none = { name: null, accent: null, sender_name: null, footer: null, logo_type: null, logo_hash: null };

beforeEach(() => {
  signIn({ roles: ['admin'] });
  answer('POST', '/rest/v1/rpc/read_brand', () => []);
  answer('POST', '/rest/v1/rpc/save_brand', () => null);
});
afterEach(() => changeBrand(none));

const field = (name: string) => screen.findByRole('textbox', { name });
const preview = () => screen.getByRole('region', { name: 'Preview' });

it('what is typed is shown before it is saved, with the colors that are used', async () => {
  const { user } = renderPage(<BrandPage />);
  await user.type(await field('Name'), 'Kiln & Co');
  await user.type(await field('Accent color'), '#ffcc00');
  expect(within(preview()).getAllByText('Kiln & Co')).toHaveLength(2);
  expect(screen.getByText('Adjusted so that text on it can be read: #8f7200.')).toBeDefined();
  expect(document.head.querySelector('style')?.textContent ?? '').not.toContain('--color-accent');
});

it('a saved brand is used at once', async () => {
  const saved = { ...none, name: 'Kiln', accent: '#0b5cad' };
  const { user } = renderPage(<BrandPage />);
  await user.type(await field('Name'), 'Kiln');
  await user.type(await field('Accent color'), '#0B5CAD');
  answer('POST', '/rest/v1/rpc/read_brand', () => [saved]);
  await user.click(screen.getByRole('button', { name: 'Save brand' }));
  await findToast('Brand saved');
  expect(requestsTo('POST', '/rest/v1/rpc/save_brand').map(({ body }) => body)).toEqual([
    { name: 'Kiln', accent: '#0B5CAD', footer: '', sender_name: '', keeps_logo: true },
  ]);
  await waitFor(() => expect(document.head.textContent).toContain(':root { --color-accent: #0b5cad;'));
});

it('a color and a file that are none are rejected in the form', async () => {
  const { user } = renderPage(<BrandPage />);
  await user.type(await field('Accent color'), 'red');
  await user.click(screen.getByRole('button', { name: 'Save brand' }));
  expect(screen.getByText('Enter a color such as #4f46e5')).toBeDefined();
  const file = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Choose a logo', { selector: 'input' }), file);
  expect(await screen.findByText('logo.png isn’t a PNG, JPEG or WebP.')).toBeDefined();
  expect(requestsTo('POST', '/rest/v1/rpc/save_brand')).toEqual([]);
});
