import type { PcrSequenceView, PcrSignalView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { foundIn } from './found-here.ts';

const SETUPS = [
  { id: 'house', price_source: 'simulated' },
  { id: 'mine', price_source: 'iqoption' },
] as const;
// Only whose they are counts here.
const of = (setup: string) => ({ setup_id: setup }) as PcrSequenceView & PcrSignalView;
const ALL = ['house', 'mine', 'gone'].map(of);

it('keeps what was found in the prices of the candles', () => {
  const found = { sequences: ALL, signals: ALL };
  expect(foundIn('iqoption', SETUPS, found)).toEqual({ sequences: [of('mine')], signals: [of('mine')] });
  expect(foundIn('simulated', SETUPS, found)).toEqual({ sequences: [of('house')], signals: [of('house')] });
  expect(foundIn(null, SETUPS, found)).toEqual({ sequences: [], signals: [] });
});
