import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Automation } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { RealityCheck } from './reality-check.tsx';
import { StopAll } from './stop-all.tsx';

const STATE = 'GET /api/v1/trading/automation';
const STOP = 'POST /api/v1/trading/stop-all';
const RESUME = 'POST /api/v1/trading/resume-all';
const GO_ON = 'POST /api/v1/trading/reality-check';

const MINUTE_MS = 60_000;
const IDLE: Automation = { stopped_at: null, running: 0, reality_check: null };
const RUNNING: Automation = { ...IDLE, running: 2 };
const STOPPED: Automation = { ...RUNNING, stopped_at: '2026-11-21T12:00:00.000Z' };
const due = (netResult = -13.2): Automation => ({
  ...RUNNING,
  reality_check: {
    since: new Date(Date.now() - 63.5 * MINUTE_MS).toISOString(),
    due_at: new Date(Date.now() - 3.5 * MINUTE_MS).toISOString(),
    is_due: true,
    trades: 24,
    results: [{ purse: { kind: 'mock', currency: 'USD' }, trades: 24, net_result: netResult }],
  },
});

let api: FakeApi;
beforeEach(() => {
  drawNothing();
  api = new FakeApi().on(STATE, ok(RUNNING));
});
afterEach(() => {
  cleanup();
});

const mount = () =>
  mountPanel(
    <>
      <h1>{'page'}</h1>
      <StopAll />
      <RealityCheck />
      <Toaster />
    </>,
    { api },
  );
const stop = () => screen.findByRole('button', { name: 'Detener todo' });

it("the button 'Detener todo' is hidden while nothing trades automatically", async () => {
  api.on(STATE, ok(IDLE));
  mount();
  await waitFor(() => expect(api.calls.some(({ path }) => path.endsWith('/automation'))).toBe(true));
  await act(async () => {});
  expect(screen.queryByRole('button', { name: 'Detener todo' })).toBeNull();
});

it("the button 'Detener todo' stops automatic trading at one click, and asks before it resumes trading", async () => {
  api.on(STOP, ok(STOPPED)).on(RESUME, ok(RUNNING));
  mount();
  fireEvent.click(await stop());
  const resume = await screen.findByRole('button', { name: 'Todo detenido. Reanudar' });
  expect(api.bodies(STOP)).toHaveLength(1);
  fireEvent.click(resume);
  const asked = within(await screen.findByRole('dialog', { name: '¿Reanudar todo?' }));
  expect(api.bodies(RESUME)).toEqual([]);
  fireEvent.click(asked.getByRole('button', { name: 'Reanudar' }));
  expect(await stop()).toBeDefined();
  expect(api.bodies(RESUME)).toHaveLength(1);
});

it("the button 'Detener todo' ignores a second click while the first request is running", async () => {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on(STOP, () => waiting.then(() => ok(STOPPED)));
  mount();
  fireEvent.click(await stop());
  await waitFor(async () => expect(await stop()).toHaveProperty('disabled', true));
  answer();
  expect(await screen.findByRole('button', { name: 'Todo detenido. Reanudar' })).toBeDefined();
});

it("the button 'Detener todo' reports that it could not stop automatic trading, and can be clicked again", async () => {
  api.on(STOP, refused(503, 'service_unavailable', 'No disponible.'));
  mount();
  fireEvent.click(await stop());
  expect(await screen.findByText('No se pudo detener')).toBeDefined();
  expect(screen.getByText('No disponible.')).toBeDefined();
  expect(await stop()).toHaveProperty('disabled', false);
});

const SENTENCE = 'Llevas 1 h 3 min operando en automático: 24 operaciones.';

it('the reality check, once it is due, shows the trading time and the net result, and lets the user continue', async () => {
  api.on(STATE, ok(due())).on(GO_ON, ok(RUNNING));
  mount();
  const check = within(await screen.findByRole('dialog', { name: 'Control de realidad' }));
  expect(check.getByText(SENTENCE)).toBeDefined();
  expect(check.getByText('Simulado · USD: en este tramo perdiste $13.20.')).toBeDefined();
  fireEvent.click(check.getByRole('button', { name: 'Seguir' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.bodies(GO_ON)).toHaveLength(1);
});

it.each([
  [8.5, /ganaste \$8\.50/],
  [0, /quedaste igual/],
])('the reality check describes a result of %s in words', async (result, words) => {
  api.on(STATE, ok(due(result)));
  mount();
  expect(await screen.findByText(words)).toBeDefined();
});

it('the reality check shows one result for each account kind and currency, and does not add them up', async () => {
  const view = due(-13.2);
  const euros = { purse: { kind: 'demo', currency: 'EUR' }, trades: 4, net_result: 6.5 } as const;
  view.reality_check?.results.push(euros);
  api.on(STATE, ok(view));
  mount();
  expect(await screen.findByText('Simulado · USD: en este tramo perdiste $13.20.')).toBeDefined();
  expect(screen.getByText('Demo · EUR: en este tramo ganaste €6.50.')).toBeDefined();
});

it('the reality check appears in the corner without taking the focus', async () => {
  api.on(STATE, ok(due()));
  mount();
  await screen.findByText(SENTENCE);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('button', { name: 'Dejar en la esquina' }));
  expect(screen.queryByText(SENTENCE)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Control de realidad: 1 h 3 min. Ver' }));
  expect(screen.getByText(SENTENCE)).toBeDefined();
});

it('the reality check closes after its button has stopped all automatic trading', async () => {
  api.on(STATE, ok(due())).on(STOP, ok({ ...due(), stopped_at: STOPPED.stopped_at }));
  mount();
  const check = within(await screen.findByRole('dialog', { name: 'Control de realidad' }));
  fireEvent.click(check.getByRole('button', { name: 'Detener todo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Todo detenido. Reanudar' })).toBeDefined();
});

it('the reality check is hidden until it is due', async () => {
  const early = due();
  api.on(STATE, ok({ ...early, reality_check: early.reality_check && { ...early.reality_check, is_due: false } }));
  mount();
  await stop();
  expect(screen.queryByRole('dialog')).toBeNull();
});
