import { describe, expect, it } from 'vitest';
import { toEventView } from './event-view.ts';

const AT = new Date('2026-11-20T14:00:00.000Z');
const AT_MS = AT.getTime();
const detailOf = (kind: string, payload: Readonly<Record<string, unknown>>) =>
  toEventView({ seq: 1, at: AT, kind, payload }, 'USD').detail;

describe('toEventView', () => {
  it('shows the sequence number, time and kind of an event', () => {
    expect(toEventView({ seq: 5, at: AT, kind: 'expire', payload: {} }, 'USD')).toEqual({
      seq: 5,
      at: '2026-11-20T14:00:00.000Z',
      kind: 'expire',
      currency: 'USD',
      detail: {},
    });
  });

  it.each([
    [
      'intent',
      { terms: { symbol: 'EURUSD', direction: 'CALL', stakeMinor: 1_050, durationMinutes: 5, sendDeadlineMs: AT_MS } },
      { symbol: 'EURUSD', direction: 'CALL', stake: 10.5, duration_minutes: 5, send_deadline: AT.toISOString() },
    ],
    ['intent', { terms: { length: { unit: 'minutes', minutes: 5 } } }, { duration_minutes: 5 }],
    ['intent', { terms: { length: { unit: 'seconds', seconds: 15 } } }, { duration_seconds: 15 }],
    ['intent', { terms: { length: { unit: 'ticks', ticks: 5 } } }, { duration_ticks: 5 }],
    ['send', { sentAtMs: AT_MS }, { sent_at: AT.toISOString() }],
    [
      'accept',
      { acceptance: { contractId: 'C-7', acceptedAtMs: AT_MS, payoutRatio: 0.85 } },
      { contract_id: 'C-7', accepted_at: AT.toISOString(), payout: 0.85 },
    ],
    [
      'open',
      { position: { entryPrice: 1.1, entryTimeMs: AT_MS, expiryTimeMs: AT_MS + 60_000 } },
      { entry_price: 1.1, entry_time: AT.toISOString(), expiry_time: '2026-11-20T14:01:00.000Z' },
    ],
    [
      'settle',
      {
        settlement: { outcome: 'won', settleTick: { timeMs: AT_MS, price: 1.2 }, payoutMinor: 1_850, profitMinor: 850 },
      },
      { outcome: 'won', settle_tick: { time: AT.toISOString(), price: 1.2 }, payout: 18.5, profit: 8.5 },
    ],
    [
      'settle',
      {
        settlement: { outcome: 'won', settleTick: { timeMs: null, price: 1.2 }, payoutMinor: 1_850, profitMinor: 850 },
      },
      { outcome: 'won', settle_tick: { time: null, price: 1.2 }, payout: 18.5, profit: 8.5 },
    ],
    [
      'settle',
      { settlement: { outcome: 'void', settleTick: null, payoutMinor: 1_000, profitMinor: 0 } },
      { outcome: 'void', settle_tick: null, payout: 10, profit: 0 },
    ],
    [
      'correct',
      {
        settlement: { outcome: 'lost', settleTick: { timeMs: AT_MS, price: 1 }, payoutMinor: 0, profitMinor: -1_000 },
        reason: 'bad tick',
      },
      {
        outcome: 'lost',
        settle_tick: { time: AT.toISOString(), price: 1 },
        payout: 0,
        profit: -10,
        reason: 'bad tick',
      },
    ],
    ['price_entry', { entryPrice: 1.1, entryTickMs: AT_MS }, { entry_price: 1.1, entry_tick: AT.toISOString() }],
    ['sell', { soldAtMs: AT_MS, proceedsMinor: 400 }, { sold_at: AT.toISOString(), proceeds: 4 }],
    ['lose_track', { cause: 'timeout' }, { cause: 'timeout' }],
    ['refuse', { refusal: 'closed' }, { refusal: 'closed' }],
    ['cancel', { reason: 'late' }, { reason: 'late' }],
  ])('shows the details of a «%s» event with money in decimals and times as instants', (kind, payload, detail) => {
    expect(detailOf(kind, payload)).toEqual(detail);
  });

  it.each([
    ['CLP', { stake: 1_050, profit: -1_050 }],
    ['BTC', { stake: 0.0000105, profit: -0.0000105 }],
  ] as const)('writes amounts with the decimals of %s', (currency, detail) => {
    const payload = { terms: { stakeMinor: 1_050 }, settlement: { profitMinor: -1_050 } };
    expect(toEventView({ seq: 1, at: AT, kind: 'correct', payload }, currency)).toMatchObject({ currency, detail });
  });

  it('omits ids that only the server uses, at any depth', () => {
    const payload = { accountId: 'a', transferId: 't', before: { userId: 'u', profitMinor: 100 } };
    expect(detailOf('correct', payload)).toEqual({ before: { profit: 1 } });
  });
});
