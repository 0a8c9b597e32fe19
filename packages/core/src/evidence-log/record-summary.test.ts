import { describe, expect, it } from 'vitest';
import type { Json } from '../kernel/index.ts';
import { readRecord } from './read-record.ts';
import { RECORD_FORMAT } from './record-file.ts';
import { summarizeRecord } from './record-summary.ts';

const entry = (fact: Json) => ({ index: 0, leaf: '', salt: '', fact, proof: [] });
const terms = (account: string, created_ms: number) => ({ account, currency: 'USD', created_ms });
const intent = (trade_id: string, account: string, at: number) =>
  entry({ trade_id, seq: 1, event: 'intent', payload: {}, terms: terms(account, at), position: null });
const end = (trade_id: string, account: string, at: number, more: { readonly [key: string]: Json }) =>
  entry({ trade_id, seq: 2, event: 'settle', terms: terms(account, at), position: { payout_bp: 8_500 }, ...more });
const outcome = (name: string) => ({ payload: { settlement: { outcome: name } } });

describe('the summary of a record', () => {
  it('counts the last outcome of each trade, separately for each kind of money', () => {
    const entries = [
      intent('a', 'demo', 1_000),
      end('a', 'demo', 1_000, outcome('won')),
      end('a', 'demo', 1_000, { ...outcome('lost'), seq: 3, event: 'correct' }),
      intent('b', 'demo', 2_000),
      end('b', 'demo', 2_000, outcome('won')),
      intent('c', 'demo', 3_000),
      intent('d', 'demo', 4_000),
      end('d', 'demo', 4_000, { event: 'cancel', payload: { reason: 'x' } }),
      intent('e', 'real', 5_000),
      end('e', 'real', 5_000, { ...outcome('lost'), position: { payout_bp: null } }),
      entry({ outcome: 'won', signal_id: 'x' }),
    ];
    expect(summarizeRecord({ entries })).toEqual([
      {
        account: 'demo',
        currency: 'USD',
        won: 1,
        lost: 1,
        others: 1,
        open: 1,
        breakEvenRatio: 1 / 1.85,
        fromMs: 1_000,
        toMs: 4_000,
      },
      {
        account: 'real',
        currency: 'USD',
        won: 0,
        lost: 1,
        others: 0,
        open: 0,
        breakEvenRatio: null,
        fromMs: 5_000,
        toMs: 5_000,
      },
    ]);
  });

  it('does not depend on the order of the entries', () => {
    const first = end('a', 'demo', 1, outcome('won'));
    const last = end('a', 'demo', 1, { ...outcome('lost'), seq: 3, event: 'correct' });
    for (const entries of [
      [first, last],
      [last, first],
    ])
      expect(summarizeRecord({ entries })).toMatchObject([{ won: 0, lost: 1 }]);
  });
});

describe('the text of a record', () => {
  const file = { format: RECORD_FORMAT, key: 'k', head: 'h', entries: [entry({})], waiting: 0, signature: 's' };

  it('is parsed to the same record', () => {
    expect(readRecord(JSON.stringify(file))).toEqual(file);
  });

  it.each([
    'no JSON',
    'null',
    JSON.stringify({ ...file, format: 'other' }),
    JSON.stringify({ ...file, key: 1 }),
    JSON.stringify({ ...file, waiting: null }),
    JSON.stringify({ ...file, entries: [{}] }),
    JSON.stringify({ ...file, entries: [{ ...entry({}), proof: [1] }] }),
    JSON.stringify({ ...file, entries: [{ ...entry({}), fact: 'x' }] }),
  ])('is refused: %s', (text) => {
    expect(readRecord(text)).toBeNull();
  });
});
