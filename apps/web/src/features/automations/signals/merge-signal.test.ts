import type { SignalDecisionView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { mergeDecision, mergeSignal } from './merge-signal.ts';

const FIRST_MS = Date.parse('2026-11-21T14:00:00.000Z');

type Signal = {
  readonly id: string;
  readonly entry_time: string;
  readonly status: string;
  readonly decision: SignalDecisionView | null;
};

const signalOf = (index: number, status = 'pending'): Signal => ({
  id: `signal ${index}`,
  entry_time: new Date(FIRST_MS + index * 1_000).toISOString(),
  status,
  decision: null,
});

const REFUSED = {
  decision: 'refused',
  at: '2026-11-21T14:00:01.000Z',
  code: 'kill_switch',
  message: 'Todo está detenido.',
} as const;

it('mergeSignal keeps the newest hundred signals, newest first, in any order of arrival', () => {
  const order = Array.from({ length: 130 }, (_, index) => (index * 37) % 130);
  const list = order.map((index) => signalOf(index)).reduce<Signal[]>(mergeSignal, []);
  expect(list).toHaveLength(100);
  expect(list[0]?.id).toBe('signal 129');
  expect(list.at(-1)?.id).toBe('signal 30');
});

it('mergeSignal updates a decided signal in the list instead of listing it twice', () => {
  const list = mergeSignal([signalOf(1), signalOf(0)], signalOf(1, 'won'));
  expect(list.map(({ id, status }) => `${id} ${status}`)).toEqual(['signal 1 won', 'signal 0 pending']);
});

it('mergeDecision adds a decision to its signal only, and a repeated event of the signal keeps it', () => {
  const decided = mergeDecision([signalOf(1), signalOf(0)], { signal_id: 'signal 1', decision: REFUSED });
  expect(decided.map(({ decision }) => decision)).toEqual([REFUSED, null]);
  expect(mergeSignal(decided, signalOf(1, 'won'))[0]).toEqual({ ...signalOf(1, 'won'), decision: REFUSED });
});
