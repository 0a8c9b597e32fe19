import type { PcrSignalView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { mergeSignal } from './pcr-lists.ts';

const FIRST_MS = Date.parse('2026-11-21T14:00:00.000Z');

const signalOf = (index: number, given: Partial<PcrSignalView> = {}): PcrSignalView => ({
  id: `signal ${index}`,
  asset: 'EURUSD',
  timeframe: '5m',
  source: 'simulated',
  direction: 'CALL',
  setup_id: 'setup',
  setup_name: 'Agotamiento',
  sequence_id: 'sequence',
  entry_point: 'zona_fina',
  entry_price: 1.085,
  current_price: null,
  entry_time: new Date(FIRST_MS + index * 1_000).toISOString(),
  timestamp: new Date(FIRST_MS + index * 1_000).toISOString(),
  expiration_time: new Date(FIRST_MS + index * 1_000 + 300_000).toISOString(),
  expiry: 5,
  pattern: 'rojo·5',
  filter_results: [],
  confidence: 0.5,
  status: 'pending',
  settle_price: null,
  break_even: null,
  seq: 1,
  hash: 'hash',
  trade_id: null,
  ...given,
});

it('mergeSignal keeps the newest hundred signals, newest first, in any order of arrival', () => {
  const order = Array.from({ length: 130 }, (_, index) => (index * 37) % 130);
  const list = order.map((index) => signalOf(index)).reduce<PcrSignalView[]>(mergeSignal, []);
  expect(list).toHaveLength(100);
  expect(list[0]?.id).toBe('signal 129');
  expect(list.at(-1)?.id).toBe('signal 30');
});

it('mergeSignal replaces a signal by its outcome instead of listing the signal twice', () => {
  const list = mergeSignal([signalOf(1), signalOf(0)], signalOf(1, { status: 'won' }));
  expect(list.map(({ id, status }) => `${id} ${status}`)).toEqual(['signal 1 won', 'signal 0 pending']);
});
