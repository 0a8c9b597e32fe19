import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { safetyWith } from '#shared/test/safety.ts';
import { ActivityPanel } from './activity/activity-panel.tsx';
import { SafetyPanel } from './safety/safety-panel.tsx';

const LOG = 'GET /api/v1/account/security-log';
const SAFETY = 'GET /api/v1/account/safety';
const NOTHING_DECLARED = safetyWith('declaration_missing');
const declared = {
  seq: 1,
  kind: 'declaration_made',
  detail: {},
  at: '2026-11-21T10:00:00.000Z',
  ip: '203.0.113.7',
  user_agent: null,
};

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(LOG, ok([])).on(SAFETY, ok(NOTHING_DECLARED));
});
afterEach(() => {
  cleanup();
});

it('useAccountChanged reloads the activity log after a change in another panel of the page', async () => {
  api.on('PUT /api/v1/account/declaration', () => {
    api.on(LOG, ok([declared]));
    return ok(NOTHING_DECLARED);
  });
  mountPanel(
    <>
      <ActivityPanel />
      <SafetyPanel anonymous={false} />
    </>,
    { api },
  );
  expect(await screen.findByText(/Todavía no hay nada/)).toBeDefined();
  fireEvent.click(await screen.findByLabelText('Soy mayor de edad'));
  fireEvent.change(screen.getByLabelText('País de residencia'), { target: { value: 'CO' } });
  fireEvent.click(screen.getByRole('button', { name: 'Guardar declaración' }));
  expect(await screen.findByText('Declaraste tu edad y tu país')).toBeDefined();
});
