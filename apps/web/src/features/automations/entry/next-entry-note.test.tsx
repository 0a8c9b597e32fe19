import { cleanup, screen } from '@testing-library/react';
import { act, type ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountPanel } from '#shared/test/mount-panel.tsx';
import { NextEntryNote } from './next-entry-note.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 28, 10, 4, 48));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const mount = (change: Partial<ComponentProps<typeof NextEntryNote>>) =>
  mountPanel(<NextEntryNote isActive autoTrade timeframe="5m" delay={null} {...change} />);
const text = async () => (await screen.findByText(/hay señal|al tocar|después/)).closest('p')?.textContent;

describe('the note about the entries of an automation', () => {
  it('counts down to the close of the forming candle, and starts again after the close', async () => {
    mount({});
    expect(await text()).toBe('Si hay señal, entra en 00:12');
    act(() => void vi.advanceTimersByTime(12_000));
    expect(await text()).toBe('Si hay señal, entra en 05:00');
  });

  it('names signals instead of orders if the automation places no orders', async () => {
    mount({ autoTrade: false, timeframe: '4h' });
    expect(await text()).toBe('Si hay señal, avisa en 1:55:12');
  });

  it('has no countdown if any tick may trigger an entry', async () => {
    mount({ trigger: 'touch' });
    expect(await text()).toBe('Entra al tocar el nivel');
  });

  it('shows the measured delay of orders, also while the automation is off', async () => {
    mount({ isActive: false, delay: { count: 100, median_ms: 42, p95_ms: 1_118 } });
    expect(await text()).toBe('Entra 0.04 s después de la señal (95 %: 1.12 s, n = 100)');
  });
});
