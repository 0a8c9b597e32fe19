import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { brokerOf } from '../testing.ts';
import { ConsentButton } from './consent-button.tsx';

const START = 'POST /api/v1/multi-broker/consent/deriv';
const PAGE = 'https://auth.deriv.com/oauth2/auth?state=x';

beforeEach(drawNothing);
afterEach(cleanup);

function mount(api: FakeApi): readonly string[] {
  const left: string[] = [];
  mountPanel(
    <>
      <ConsentButton broker={brokerOf('deriv')} go={(url) => left.push(url)} />
      <Toaster />
    </>,
    { api },
  );
  return left;
}

it('the OAuth button navigates to the broker page that the server names', async () => {
  const left = mount(new FakeApi().on(START, ok({ url: PAGE, expires_at: '2026-11-20T14:10:00.000Z' })));
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar con Deriv' }));
  await waitFor(() => expect(left).toEqual([PAGE]));
});

it('the OAuth button shows why no sign-in starts, and does not navigate', async () => {
  const left = mount(new FakeApi().on(START, refused(422, 'broker_form_unsupported', 'No está registrada.')));
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar con Deriv' }));
  expect(await screen.findByText('No está registrada.')).toBeDefined();
  expect(left).toEqual([]);
});
