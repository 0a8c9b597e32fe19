import type { BrokerOrder } from '@vigia/broker-kit/port';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import { type Catalog, catalogOf } from './assets.ts';
import { purchaseFor } from './durations.ts';
import { accountOf, contractOf, openedContract, recordOf } from './mapper.ts';
import { assetWithOffers, DAY, wireActive } from './testing-assets.ts';
import { Position } from './wire/messages.ts';

const catalog = catalogOf({ turbo: { actives: { 1: wireActive() } } });
const closed = {
  id: 'uuid-1',
  external_id: 99,
  version: 2,
  status: 'closed',
  instrument_type: 'turbo-option',
  active_id: 1,
  user_balance_id: 12,
  invest: 1,
  open_quote: 1.1,
  open_time: 1_795_206_760_123,
  close_quote: 1.2,
  close_time: 1_795_206_840_000,
  close_reason: 'win',
  close_profit: 1.85,
  pnl: 0.85,
  expected_profit: 1.85,
  raw_event: {
    binary_options_option_changed1: { direction: 'call', expiration_time: 1_795_206_840, profit_percent: 185 },
  },
};
const contract = (changes: object) =>
  contractOf(Position.parse({ ...closed, ...changes }), catalog, (id) => (id === '12' ? 'USD' : null));
const quiet = () => undefined;

describe('accountOf', () => {
  const balance = { id: 12, type: 4, amount: 9_999.85, currency: 'USD', is_marginal: false };

  it('distinguishes demo from real', () => {
    expect(accountOf(balance, quiet)).toEqual({
      accountId: '12',
      kind: 'demo',
      currency: 'USD',
      balanceMinor: 999_985,
    });
    expect(accountOf({ ...balance, type: 1 }, quiet)?.kind).toBe('real');
  });

  it('keeps margin wallets, which can also buy options, and includes the bonus', () => {
    expect(accountOf({ ...balance, is_marginal: true }, quiet)?.balanceMinor).toBe(999_985);
    expect(accountOf({ ...balance, bonus_amount: 5.5 }, quiet)?.balanceMinor).toBe(1_000_535);
  });

  it('omits tournament accounts and unknown currencies', () => {
    expect(accountOf({ ...balance, type: 2 }, quiet)).toBeNull();
    expect(accountOf({ ...balance, currency: 'XAU' }, quiet)).toBeNull();
  });
});

describe('contractOf', () => {
  it('reads every field of a closed position', () => {
    expect(contract({})).toEqual({
      contractId: '99',
      orderId: null,
      accountId: '12',
      symbol: 'EURUSD',
      direction: 'CALL',
      stakeMinor: 100,
      payoutRatio: 0.85,
      entryPrice: 1.1,
      entryTickMs: 1_795_206_760_123,
      openedAtMs: 1_795_206_760_123,
      expiryMs: 1_795_206_840_000,
      result: {
        outcome: 'won',
        profitMinor: 85,
        settlePrice: 1.2,
        settleTickMs: 1_795_206_840_000,
        settledAtMs: 1_795_206_840_000,
      },
    });
  });

  it.each([
    ['loose', 0, 'lost', -100],
    ['equal', 1, 'tie', 0],
    ['sold', 0.4, 'sold', -60],
    ['canceled', 1, 'void', 0],
  ])('reads the close reason %s', (close_reason, close_profit, outcome, profitMinor) =>
    expect(contract({ close_reason, close_profit })?.result).toMatchObject({ outcome, profitMinor }),
  );

  it('derives the result from the money if the close reason contradicts the money', () => {
    expect(contract({ close_reason: 'win', close_profit: 0 })?.result).toMatchObject({
      outcome: 'lost',
      profitMinor: -100,
    });
  });

  it('uses the net profit if the gross return is missing, and has no result if both are missing', () => {
    expect(contract({ close_profit: null, pnl_net: 0.85 })?.result?.profitMinor).toBe(85);
    expect(contract({ close_profit: null, pnl: null })?.result).toBeNull();
  });

  it('has no result while the position is open, even if it shows a profit', () => {
    expect(contract({ status: 'open', close_profit: 1.85 })?.result).toBeNull();
  });

  it('ignores margin positions', () => {
    expect(contract({ instrument_type: 'marginal-forex' })).toBeNull();
  });

  it('uses the number of an unknown asset as its symbol', () => {
    expect(contract({ active_id: 76 })?.symbol).toBe('IQ-76');
  });
});

describe('a row of the portfolio', () => {
  const currencyOf = (id: string) => (id === '12' ? ('USD' as const) : null);
  const record = (changes: object) => recordOf({ ...closed, ...changes }, catalog, currencyOf);
  const UNREAD = {
    contractId: '99',
    accountId: '12',
    symbol: 'EURUSD',
    direction: null,
    stakeMinor: 100,
    openedAtMs: 1_795_206_760_123,
  };

  it('is unread if it has no raw event, and keeps all fields that could be read', () => {
    expect(record({ raw_event: undefined })).toEqual({ kind: 'unread', row: UNREAD });
    expect(record({ raw_event: null, invest: 'one' })).toEqual({
      kind: 'unread',
      row: { ...UNREAD, stakeMinor: null },
    });
    expect(recordOf('?', catalog, currencyOf)).toMatchObject({ kind: 'unread', row: { contractId: null } });
  });

  it('is also read in the flat form, with the direction at the top level, the stake as investment and times in seconds', () => {
    const { raw_event: _, invest: __, external_id: ___, close_quote: ____, ...rest } = closed;
    const flat = { ...rest, id: 99, direction: 'call', investment: 1, open_time: 1_795_206_760 };
    const read = recordOf({ ...flat, expiration_time: 1_795_206_840, expiration_value: 1.2 }, catalog, currencyOf);
    expect(read).toMatchObject({
      kind: 'contract',
      contract: {
        contractId: '99',
        direction: 'CALL',
        stakeMinor: 100,
        payoutRatio: 0.85,
        openedAtMs: 1_795_206_760_000,
        expiryMs: 1_795_206_840_000,
        result: { outcome: 'won', profitMinor: 85, settlePrice: 1.2 },
      },
    });
  });

  describe('about a digital option', () => {
    const TERMS = { order_ids: [501], instrument_dir: 'put', instrument_expiration: 1_795_206_840_000 };
    const digitalOf = (terms: object | null, changes: object = {}) => ({
      ...closed,
      instrument_type: 'digital-option',
      raw_event: terms === null ? null : { digital_options_position_changed1: terms },
      ...changes,
    });
    const listed = { ...catalog, digital: new Map([[1, 'EURUSD-DIG']]) };
    const read = (row: object, inCatalog: Catalog = listed) => recordOf(row, inCatalog, currencyOf);

    it('is a contract with an id from its order, and with the direction and expiration in its terms', () => {
      expect(read(digitalOf(TERMS))).toMatchObject({
        kind: 'contract',
        contract: {
          contractId: 'digital-501',
          symbol: 'EURUSD-DIG',
          direction: 'PUT',
          expiryMs: 1_795_206_840_000,
          result: { outcome: 'won', profitMinor: 85 },
        },
      });
    });

    it.each([
      ['sold', 'default', -60_000, 0.4, -60],
      ['lost', 'default', 0, 0, -100],
      ['lost', 'default', -1_000, 0, -100],
      ['won', 'win', -60_000, 1.85, 85],
      ['void', 'canceled', -60_000, 1, 0],
    ])(
      'ends as %s for the close reason %s, %d ms from its expiration',
      (outcome, close_reason, offMs, gross, profitMinor) => {
        const close_time = TERMS.instrument_expiration + offMs;
        const row = read(digitalOf(TERMS, { close_reason, close_time, close_profit: gross }));
        expect(row).toMatchObject({ kind: 'contract', contract: { result: { outcome, profitMinor } } });
      },
    );

    it('is the only kind of option for which the close reason `default` may mean a sale', () => {
      const row = record({ close_reason: 'default', close_time: closed.open_time + 1_000, close_profit: 0.4 });
      expect(row).toMatchObject({ kind: 'contract', contract: { result: { outcome: 'lost' } } });
    });

    it('cannot be interpreted if its terms are missing or name several orders, and never gets its id from the position', () => {
      for (const terms of [null, {}, { ...TERMS, order_ids: [] }, { ...TERMS, order_ids: [501, 502] }])
        expect(read(digitalOf(terms))).toMatchObject({
          kind: 'unread',
          row: { contractId: null, symbol: 'EURUSD-DIG', stakeMinor: 100 },
        });
      expect(read(digitalOf({ ...TERMS, instrument_expiration: '?' }))).toMatchObject({
        kind: 'unread',
        row: { contractId: 'digital-501', direction: 'PUT' },
      });
    });

    it('is reported as not readable while the list of digital assets does not name its asset', () => {
      expect(read(digitalOf(TERMS), catalog)).toMatchObject({ kind: 'unread', row: { symbol: null } });
    });
  });

  it('is unread, and names its account, if the account is not listed', () => {
    expect(record({ user_balance_id: 13 })).toMatchObject({
      kind: 'unread',
      row: { accountId: '13', stakeMinor: null },
    });
  });

  it('is of the kind `other` if Vigía never buys such options', () => {
    expect(record({ instrument_type: 'marginal-forex' })).toEqual({ kind: 'other' });
  });
});

describe('openedContract', () => {
  const nowMs = (DAY.fromS + 605) * 1000;
  const order: BrokerOrder = {
    orderId: 'o-1',
    accountId: '12',
    symbol: 'EURUSD',
    direction: 'PUT',
    stakeMinor: minorUnits(735),
    durationS: 30,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(nowMs + 5_000),
  };

  it('gives a blitz option the end that the reply states, else the end after its duration', () => {
    const purchase = purchaseFor(assetWithOffers({ blitz: { sizesS: [30] } }), 30, nowMs);
    if (!purchase) throw new Error('there is a blitz of 30 s');
    const option = { id: 7, profit_income: 182, created_millisecond: nowMs + 250 };
    const exp = nowMs / 1000 + 31;
    expect(openedContract(order, purchase, { ...option, exp }, nowMs)).toMatchObject({
      expiryMs: exp * 1000,
      payoutRatio: 0.82,
    });
    expect(openedContract(order, purchase, option, nowMs).expiryMs).toBe(nowMs + 250 + 30_000);
    expect(openedContract(order, purchase, { ...option, exp: 0 }, nowMs).expiryMs).toBe(nowMs + 250 + 30_000);
  });
});
