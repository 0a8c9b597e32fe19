import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { foundIn } from './found-here.ts';

const SETUPS = [
  { id: 'house', price_source: 'simulated' },
  { id: 'mine', price_source: 'iqoption' },
] as const;
// These tests do not use the other fields of sequences and signals.
const zoneOf = (setup: string) => ({ setup_id: setup }) as PcrSequenceView;
const signalIn = (source: string, setup: string) => ({ setup_id: setup, source }) as PcrSignalView;
const EARLIER = signalIn('simulated', 'mine');
const ALL = {
  sequences: ['house', 'mine', 'gone'].map(zoneOf),
  signals: [EARLIER, signalIn('iqoption', 'mine'), signalIn('iqoption', 'gone')],
};

it('foundIn returns the price zones that were found in the prices of the source of the candles', () => {
  expect(foundIn('iqoption', SETUPS, ALL).sequences).toEqual([zoneOf('mine')]);
  expect(foundIn('simulated', SETUPS, ALL).sequences).toEqual([zoneOf('house')]);
});

it('foundIn selects signals by their own price source, even after their setup has moved to another source', () => {
  expect(foundIn('simulated', SETUPS, ALL).signals).toEqual([EARLIER]);
  expect(foundIn('iqoption', SETUPS, ALL).signals).toHaveLength(2);
});

it('foundIn returns no price zones and no signals while the price source of the candles is unknown', () => {
  expect(foundIn(null, SETUPS, ALL)).toEqual({ sequences: [], signals: [] });
});
