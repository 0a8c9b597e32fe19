import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { findingsOfSource } from './findings-of-source.ts';

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

it('findingsOfSource returns the price zones that were found in the prices of the source of the candles', () => {
  expect(findingsOfSource('iqoption', SETUPS, ALL).sequences).toEqual([zoneOf('mine')]);
  expect(findingsOfSource('simulated', SETUPS, ALL).sequences).toEqual([zoneOf('house')]);
});

it('findingsOfSource selects signals by their own price source, even after their setup has moved to another source', () => {
  expect(findingsOfSource('simulated', SETUPS, ALL).signals).toEqual([EARLIER]);
  expect(findingsOfSource('iqoption', SETUPS, ALL).signals).toHaveLength(2);
});

it('findingsOfSource returns no price zones and no signals while the price source of the candles is unknown', () => {
  expect(findingsOfSource(null, SETUPS, ALL)).toEqual({ sequences: [], signals: [] });
});
