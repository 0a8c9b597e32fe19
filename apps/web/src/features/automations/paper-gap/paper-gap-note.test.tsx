import { cleanup, screen, waitFor } from '@testing-library/react';
import type { PriceSource } from '@vigia/core/vocabulary';
import { afterEach, expect, it } from 'vitest';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { PaperGapNote } from './paper-gap-note.tsx';

const PATH = '/api/v1/trading/paper-gap';
const GAP = { broker: 'iqoption', pairs: 84, paper_return: 0.012, demo_return: -0.021, gap: 0.033 } as const;

afterEach(cleanup);

function mount(gap: number, interval: { readonly low: number; readonly high: number }, props: object = {}): FakeApi {
  const api = new FakeApi().on(`GET ${PATH}`, ok({ brokers: [{ ...GAP, gap, interval }] }));
  mountPanel(<PaperGapNote source="iqoption" autoTrade {...props} />, { api });
  return api;
}

it.each([
  [0.033, 'obtienen 0.033 menos por unidad apostada que en Simulado'],
  [-0.05, 'obtienen 0.05 más por unidad apostada que en Simulado'],
  [0.0001, 'obtienen lo mismo que en Simulado'],
])('the note about paper and demo results states a difference of %d in words', async (gap, text) => {
  mount(gap, { low: gap - 0.2, high: gap + 0.2 });
  expect(await screen.findByText(new RegExp(`En demo de IQ Option, las mismas señales ${text}`))).toBeDefined();
});

it('the note about paper and demo results gives the interval of demo less paper, and states when it contains zero', async () => {
  mount(0.033, { low: -0.14, high: 0.19 });
  const note = await screen.findByText(/demo menos simulado: entre −0\.19 y \+0\.14, 84 señales/);
  expect(note.textContent).toContain('Aún no se distingue de cero.');
});

it('the note about paper and demo results calls no difference uncertain whose interval is on one side of zero', async () => {
  mount(0.033, { low: 0.01, high: 0.06 });
  const note = await screen.findByText(/entre −0\.06 y −0\.01/);
  expect(note.textContent).not.toContain('no se distingue');
});

it.each([
  ['on simulated prices', { source: 'simulated' satisfies PriceSource }],
  ['that only signals', { autoTrade: false }],
])('the note about paper and demo results is absent for an automation %s, and sends no request', (_, props) => {
  const api = mount(0.033, { low: -0.14, high: 0.19 }, props);
  expect(screen.queryByText(/las mismas señales/)).toBeNull();
  expect(api.calls.filter(({ path }) => path === PATH)).toEqual([]);
});

it('the note about paper and demo results is absent for an automation on the prices of another broker', async () => {
  const api = mount(0.033, { low: -0.14, high: 0.19 }, { source: 'deriv' });
  await waitFor(() => expect(api.calls.some(({ path }) => path === PATH)).toBe(true));
  expect(screen.queryByText(/las mismas señales/)).toBeNull();
});
