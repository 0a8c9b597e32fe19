import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { minutesLong, secondsLong, ticksLong } from '@vigia/core/trades';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isOffered, type OfferedLengths } from '#shared/length/offered-lengths.ts';
import { testQueries } from '#shared/test/test-services.ts';
import { DurationField } from './duration-field.tsx';
import { lastLength } from './last-length.ts';
import { useTicketStore } from './ticket-store.ts';

const start = useTicketStore.getState();
const DERIV: OfferedLengths = {
  durations: [1, 2, 3, 5],
  durations_seconds: [15, 30],
  durations_ticks: [1, 2, 3, 5, 10],
};
const PAPER: OfferedLengths = { durations: null, durations_seconds: [5, 10, 15, 30, 45], durations_ticks: [] };
const GRID: OfferedLengths = { durations: [1, 5], durations_seconds: [], durations_ticks: [] };

afterEach(() => {
  cleanup();
  localStorage.clear();
  useTicketStore.setState(start, true);
});

const mount = (asset: OfferedLengths | undefined) =>
  render(
    <QueryClientProvider client={testQueries()}>
      <DurationField asset={asset} />
    </QueryClientProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const units = () => screen.queryByLabelText('Unidad de la duración')?.textContent?.match(/ticks|min|s/g) ?? [];
const length = () => useTicketStore.getState().length;

describe('the duration of an order', () => {
  it('has no choice of units if the asset offers only minutes', () => {
    mount(GRID);
    expect(units()).toEqual([]);
  });

  it('can be chosen in each unit that the asset offers', () => {
    mount(DERIV);
    expect(units()).toEqual(['s', 'ticks', 'min']);
    press('s');
    expect(length()).toEqual(secondsLong(15));
    press('30 s');
    expect(length()).toEqual(secondsLong(30));
    press('ticks');
    expect(length()).toEqual(ticksLong(5));
    expect(screen.getByText('la decide el último tick')).toBeDefined();
    press('10 ticks');
    expect(length()).toEqual(ticksLong(10));
    press('min');
    expect(length()).toEqual(minutesLong(5));
  });

  it('is remembered on this device', () => {
    expect(lastLength()).toEqual(minutesLong(5));
    mount(PAPER);
    press('s');
    press('45 s');
    expect(lastLength()).toEqual(secondsLong(45));
    localStorage.setItem('vigia-length', 'hours 2');
    expect(lastLength()).toEqual(minutesLong(5));
  });

  it('blocks the order and explains why if the asset does not offer the duration, and offers to change to minutes', () => {
    useTicketStore.setState({ length: ticksLong(5) });
    mount(PAPER);
    expect(isOffered(PAPER, ticksLong(5))).toBe(false);
    expect(screen.getByText('Aquí no se opera por ticks: elige minutos.')).toBeDefined();
    press('min');
    expect(length()).toEqual(minutesLong(5));
    cleanup();
    useTicketStore.setState({ length: secondsLong(20) });
    mount(DERIV);
    expect(screen.getByText('Aquí solo se ofrece a 15, 30 s.')).toBeDefined();
  });
});

describe('the durations that a broker reports only with the price', () => {
  const readsFor = (kind: 'mock' | 'demo', isPriced: boolean): number => {
    const queries = testQueries();
    const read = vi.spyOn(queries, 'invalidateQueries').mockResolvedValue();
    queries.setQueryData(['trading', 'mode'], { chosen: { kind, broker: 'deriv', currency: 'USD' } });
    const asset = { durations: null, durations_seconds: [], durations_ticks: [] };
    render(
      <QueryClientProvider client={queries}>
        <DurationField asset={asset} isPriced={isPriced} />
      </QueryClientProvider>,
    );
    return read.mock.calls.length;
  };

  it('are requested again when the payout of a broker account is known, but not on the paper account', () => {
    expect(readsFor('demo', true)).toBe(1);
    expect(readsFor('demo', false)).toBe(0);
    expect(readsFor('mock', true)).toBe(0);
  });
});
