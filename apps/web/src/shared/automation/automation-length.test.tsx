import { cleanup, fireEvent, screen } from '@testing-library/react';
import { minutesLong, secondsLong, type TradeLength, ticksLong } from '@vigia/core/trades';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Offering } from '#shared/length/offered-lengths.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { AutomationLength } from './automation-length.tsx';

const SIMULATED: Offering = { durations: null, durations_seconds: [15, 30, 45], durations_ticks: [] };
const DERIV: Offering = { durations: [1, 5], durations_seconds: [15], durations_ticks: [1, 5, 10] };
const MINUTES: Offering = { durations: null, durations_seconds: [], durations_ticks: [] };

const chosen = vi.fn<(length: TradeLength) => void>();
afterEach(() => {
  cleanup();
  chosen.mockClear();
});

function Field({ asset, broker, start }: { asset: Offering | undefined; broker: string; start: TradeLength }) {
  const [length, setLength] = useState(start);
  const choose = (next: TradeLength) => {
    chosen(next);
    setLength(next);
  };
  return (
    <AutomationLength asset={asset} account={{ broker }} length={length} onChange={choose}>
      <p>{'minutes'}</p>
    </AutomationLength>
  );
}

/**
 * Renders the duration field for a strategy on the paper account, which is also the chosen account, or on another
 * account.
 */
const mount = (asset: Offering | undefined, start = minutesLong(5), broker = 'mock') =>
  mountPanel(<Field asset={asset} broker={broker} start={start} />, {
    api: new FakeApi().on('GET /api/v1/trading/mode/current', ok(choiceOf())),
  });
const units = () => screen.queryByLabelText('Unidad de la duración')?.textContent ?? '';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the duration of a strategy’s trades', () => {
  it('has only the field for minutes if the account offers no other units', async () => {
    mount(MINUTES);
    expect(await screen.findByText('minutes')).toBeDefined();
    expect(units()).toBe('');
  });

  it('can be a number of seconds that the account offers, with a note that candles cannot measure seconds', async () => {
    mount(SIMULATED);
    fireEvent.click(await screen.findByRole('button', { name: 's' }));
    expect(chosen).toHaveBeenLastCalledWith(secondsLong(15));
    expect(screen.queryByText('minutes')).toBeNull();
    expect(screen.getByText(/^No medible con velas/)).toBeDefined();
    press('45 s');
    expect(chosen).toHaveBeenLastCalledWith(secondsLong(45));
    press('min');
    expect(chosen).toHaveBeenLastCalledWith(minutesLong(5));
    expect(screen.getByText('minutes')).toBeDefined();
  });

  it('can be a number of ticks if the account offers ticks', async () => {
    mount(DERIV);
    fireEvent.click(await screen.findByRole('button', { name: 'ticks' }));
    expect(chosen).toHaveBeenLastCalledWith(ticksLong(5));
    press('10 ticks');
    expect(chosen).toHaveBeenLastCalledWith(ticksLong(10));
  });

  it('shows an error for a stored duration that the account does not offer', async () => {
    mount(MINUTES, secondsLong(15));
    expect(await screen.findByText('Aquí no se opera por segundos: elige minutos.')).toBeDefined();
  });

  it('shows a stored duration in seconds, and offers no other seconds, on an account that is not the chosen account', async () => {
    mount(SIMULATED, secondsLong(20), 'deriv');
    expect(await screen.findByRole('button', { name: '20 s' })).toBeDefined();
    expect(screen.queryByRole('button', { name: '45 s' })).toBeNull();
  });
});
