import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { minutesLong } from '@vigia/core/trades';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSignalAgeLimit } from '#shared/lib/signal-age.ts';
import { useSignalOrder } from '#shared/lib/signal-order.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { SignalAgeChoice } from './signal-age-choice.tsx';
import { type OfferedSignal, SignalTradeOffer } from './signal-offer.tsx';

const ENTRY = '2026-11-21T14:00:00.000Z';
const SIGNAL: OfferedSignal = {
  id: 'signal-1',
  name: 'Agotamiento',
  asset: 'GBPUSD',
  direction: 'PUT',
  entry_time: ENTRY,
  expiration_time: '2026-11-21T14:05:00.000Z',
  status: 'pending',
  trade_id: null,
  expiry: 5,
  expiry_seconds: null,
  expiry_ticks: null,
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(ENTRY) + 2_000 });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (change: Partial<OfferedSignal> = {}) =>
  render(
    <QueryClientProvider client={testQueries()}>
      <SignalAgeChoice />
      <SignalTradeOffer signal={{ ...SIGNAL, ...change }} />
    </QueryClientProvider>,
  );
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const offer = () => screen.queryByRole('button', { name: /^Operar esta señal: GBPUSD PUT/ });

describe('the offer to trade a signal', () => {
  it('shows the age of the signal, and disappears when the signal is older than the limit of the automation', () => {
    show();
    expect(screen.getByText('hace 2 s')).toBeDefined();
    pass(1_000);
    expect(screen.getByText('hace 3 s')).toBeDefined();
    expect(offer()).not.toBeNull();
    pass(500);
    expect(offer()).toBeNull();
    expect(screen.getByText('tarde')).toBeDefined();
  });

  it('disappears at the age that the user chose', () => {
    show();
    fireEvent.change(screen.getByLabelText('Operar a mano hasta'), { target: { value: '30' } });
    pass(20_000);
    expect(offer()).not.toBeNull();
    expect(useSignalAgeLimit.getState().limitS).toBe(30);
    pass(10_000);
    expect(offer()).toBeNull();
  });

  it('opens the order with asset, direction and length, and sends nothing', () => {
    show();
    const button = offer();
    if (button) fireEvent.click(button);
    expect(useUi.getState().modal).toBe('signalOrder');
    expect(useSignalOrder.getState().signal).toEqual({
      id: 'signal-1',
      name: 'Agotamiento',
      asset: 'GBPUSD',
      direction: 'PUT',
      length: minutesLong(5),
      entryMs: Date.parse(ENTRY),
    });
  });

  it.each<[string, Partial<OfferedSignal>]>([
    ['is decided', { status: 'won' }],
    ['was traded by an automation', { trade_id: '00000000-0000-4000-8000-000000000001' }],
  ])('is absent if the signal %s', (_what, change) => {
    show(change);
    expect(offer()).toBeNull();
    expect(screen.queryByText('tarde')).toBeNull();
  });
});
