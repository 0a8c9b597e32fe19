import { cleanup, fireEvent, screen } from '@testing-library/react';
import { minutesLong, secondsLong, type TradeLength, ticksLong } from '@vigia/core/trades';
import type { Timeframe } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OfferedLengths } from '#shared/length/offered-lengths.ts';
import { choiceOf } from '#shared/test/choice.ts';
import { FakeApi, mountPanel, ok } from '#shared/test/mount-panel.tsx';
import { AutomationLength } from './automation-length.tsx';
import { practiceAccount } from './practice-account.ts';

const SIMULATED: OfferedLengths = { durations: null, durations_seconds: [15, 30, 45], durations_ticks: [] };
const DERIV: OfferedLengths = { durations: [1, 5], durations_seconds: [15], durations_ticks: [1, 5, 10] };
const MINUTES: OfferedLengths = { durations: null, durations_seconds: [], durations_ticks: [] };

const chosen = vi.fn<(length: TradeLength) => void>();
afterEach(() => {
  cleanup();
  chosen.mockClear();
});

type FieldProps = {
  asset: OfferedLengths | undefined;
  broker: string;
  start: TradeLength;
  timeframe?: Timeframe | null;
};

function Field({ asset, broker, start, timeframe = '5m' }: FieldProps) {
  const [length, setLength] = useState(start);
  const choose = (next: TradeLength) => {
    chosen(next);
    setLength(next);
  };
  return (
    <AutomationLength
      asset={asset}
      account={{ account: practiceAccount(broker) }}
      length={length}
      timeframe={timeframe}
      maxMinutes={60}
      onChange={choose}
    >
      <p>{'minutes'}</p>
    </AutomationLength>
  );
}

/**
 * Renders the duration field for a strategy on the paper account, which is also the chosen account, or on another
 * account.
 */
const mount = (asset: OfferedLengths | undefined, start = minutesLong(5), broker = 'mock') =>
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

  it('can be set to the close of the next candle, and states that it ends there', async () => {
    const api = new FakeApi().on('GET /api/v1/trading/mode/current', ok(choiceOf()));
    mountPanel(<Field asset={MINUTES} broker="mock" start={minutesLong(5)} timeframe="15m" />, { api });
    fireEvent.click(await screen.findByRole('button', { name: 'Al cierre de la vela siguiente (15 min)' }));
    expect(chosen).toHaveBeenLastCalledWith(minutesLong(15));
    expect(screen.getByText(/^Vence al cierre de la vela que empieza con la entrada/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Al cierre/ })).toBeNull();
  });

  it.each([
    ['a candle that is longer than the longest duration', '4h'],
    ['the next candle if entries are at any time', null],
  ] as const)('is not offered as the close of %s', async (_case, timeframe) => {
    const api = new FakeApi().on('GET /api/v1/trading/mode/current', ok(choiceOf()));
    mountPanel(<Field asset={MINUTES} broker="mock" start={minutesLong(5)} timeframe={timeframe} />, { api });
    expect(await screen.findByText('minutes')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Al cierre/ })).toBeNull();
  });
});
