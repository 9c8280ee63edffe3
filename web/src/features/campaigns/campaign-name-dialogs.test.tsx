import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, requestsTo, signIn } from '#tests/component/backend.ts';
import { renderPage } from '#tests/component/render.tsx';
import { CreateCampaignDialog } from './campaign-name-dialogs.tsx';

const CAMPAIGNS = '/rest/v1/campaigns';

it('a campaign name can have 200 characters', async () => {
  signIn({ customerIds: ['customer'] });
  answer('POST', CAMPAIGNS, () => ({ id: 'campaign' }));
  const onCreated = vi.fn();
  const { user } = renderPage(
    <CreateCampaignDialog owner={{ choose: false, initial: 'customer' }} onCreated={onCreated} onClose={() => {}} />,
  );
  await user.click(await screen.findByLabelText('Campaign name'));
  await user.paste('n'.repeat(201));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('The name is too long: 201 characters, at most 200');
  expect(requestsTo('POST', CAMPAIGNS)).toEqual([]);
  await user.keyboard('{Backspace}{Enter}');
  await screen.findByText('Campaign created successfully');
  expect(onCreated).toHaveBeenCalledExactlyOnceWith('campaign');
  expect(requestsTo('POST', CAMPAIGNS).map(({ body }) => body)).toEqual([
    { name: 'n'.repeat(200), customer_id: 'customer' },
  ]);
});
