import { expect, test } from 'vitest';
import { callers, setUpWorld } from './world.ts';

const world = setUpWorld();

const PNG = '89504e470d0a1a0a0000000d49484452';
const WEBP = '524946460000000057454250';
const base64 = (hex: string, bytes = 0) =>
  Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(bytes)]).toString('base64');

const save = `select coalesce(save_brand($1, $2, $3, $4, $5, $6)::text, '')`;

test('only an administrator saves the brand', async () => {
  const denied = '403 Only an administrator can change the brand';
  const found = await world.outcomes(save, ['Kiln', '#0b5cad', 'Kiln', 'Leeds', null, false]);
  expect(found).toEqual({
    admin: 'none',
    member: `PT${denied}`,
    neighbour: `PT${denied}`,
    stranger: `PT${denied}`,
    anonymous: '42501 permission denied for function save_brand',
  });
});

test('everybody sees the brand, which is one row, and its logo', () =>
  world.transaction(async ({ actAs, query }) => {
    await actAs('admin');
    await query(save, ['Old', '#000000', '', '', null, false]);
    await query(save, ['  Kiln\u202e  & Co ', '#0B5CAD', '', 'Leeds', base64(PNG), false]);
    for (const caller of callers) {
      await actAs(caller);
      const rows = await query(
        'select name, accent, sender_name, footer, logo_type, length(logo_hash) as hash from read_brand()',
      );
      expect(rows).toEqual([
        { name: 'Kiln & Co', accent: '#0b5cad', sender_name: null, footer: 'Leeds', logo_type: 'image/png', hash: 64 },
      ]);
      expect(await query('select read_brand_logo() as logo')).toEqual([{ logo: base64(PNG) }]);
    }
    await actAs('admin');
    await query(save, ['Kiln', '', '', '', null, true]);
    expect(await query('select accent, logo_type from read_brand()')).toEqual([
      { accent: null, logo_type: 'image/png' },
    ]);
    await query(save, ['Kiln', '', '', '', null, false]);
    expect(await query('select logo_type from read_brand()')).toEqual([{ logo_type: null }]);
  }));

test('a change of the brand is in the activity', () =>
  world.transaction(async ({ actAs, query }) => {
    await actAs('admin');
    await query(save, ['Kiln', '', '', '', null, false]);
    expect(await query(`select actor_id, action, subject, row_count from activity where subject = 'brand'`)).toEqual([
      { actor_id: world.id('admin'), action: 'update', subject: 'brand', row_count: 1 },
    ]);
  }));

const form = '22023 The logo must be a PNG, JPEG or WebP';
const large = '22001 The logo is too large: at most 200 kB';

test.each([
  ['a WebP', base64(WEBP), 'none'],
  ['a JPEG', base64('ffd8ffe0'), 'none'],
  ['a PNG of the largest size', base64(PNG, 200_000 - 16), 'none'],
  ['a PNG that is too large', base64(PNG, 200_000), large],
  ['base64 that is too large', 'A'.repeat(300_000), large],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), form],
  ['a page', Buffer.from('<!doctype html>').toString('base64'), form],
  ['a sound in RIFF', base64('524946460000000057415645'), form],
  ['nothing', '', form],
  ['no base64', '§', '22023 The logo is not in base64'],
])('%s as a logo is stored or rejected by its bytes', (_, logo, expected) =>
  world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    expect(await outcome(save, ['', '', '', '', logo, false])).toBe(expected);
  }),
);

test('an accent is a color in hexadecimal', () =>
  world.transaction(async ({ actAs, outcome }) => {
    await actAs('admin');
    for (const accent of ['red', '#fff', '#12345g', 'url(x)'])
      expect(await outcome(save, ['', accent, '', '', null, false])).toMatch(/^23514 .*brand_accent_form/);
  }));
