import { describe, expect, it } from 'vitest';
import { assetOf, pairOf, symbolOf } from './assets.ts';
import { durationsWithin } from './durations.ts';
import { upgradeRefusal } from './errors.ts';
import { accountOf, contractOf } from './mapper.ts';
import { BalanceRow, DealRow, PairRow } from './wire/shapes.ts';

const listed = {
  id: 555_001,
  pair: 'EURUSD_OTC',
  dir: 'down',
  amount: 10.5,
  winperc: 82,
  time_open: 1_719_828_529,
  duration: 60,
  account_id: 9_000_000_002,
};

const inDollars = () => 'USD' as const;
const quiet = () => undefined;
const read = (row: object) => contractOf(DealRow.parse({ ...listed, ...row }), null, null, inDollars);

describe('the symbols of Olymp Trade', () => {
  it.each([
    ['EURUSD', 'EURUSD'],
    ['EURUSD_OTC', 'EURUSD-OTC'],
    ['ASIA_X', 'ASIA_X'],
  ])('are converted from %s to %s and back', (pair, symbol) => {
    expect(symbolOf(pair)).toBe(symbol);
    expect(pairOf(symbol)).toBe(pair);
  });

  it('do not include a pair if its name is not a valid symbol', () => {
    expect(symbolOf('Bitcoin/Dollar')).toBeNull();
  });
});

describe('a balance from Olymp Trade', () => {
  it('is rounded to whole cents, as at other brokers', () => {
    const account = (amount: number) => accountOf(BalanceRow.parse({ account_id: 1, group: 'demo', amount }), quiet);
    expect(account(10_000.1)?.balanceMinor).toBe(1_000_010);
    expect(account(0.999)?.balanceMinor).toBe(100);
    expect(account(0)?.balanceMinor).toBe(0);
  });

  it('is in dollars unless the row contains a currency, and is omitted if this currency is unknown', () => {
    const account = (currency?: string) =>
      accountOf(BalanceRow.parse({ account_id: 1, group: 'real', amount: 1, currency }), quiet);
    expect(account()?.currency).toBe('USD');
    expect(account('brl')?.currency).toBe('BRL');
    expect(account('clp')).toMatchObject({ currency: 'CLP', balanceMinor: 1 });
    expect(account('xyz')).toBeNull();
  });
});

describe('a deal at Olymp Trade', () => {
  it('is read with every field from a list', () => {
    expect(read({ status: 'proceed' })).toMatchObject({
      contractId: '555001',
      accountId: '9000000002',
      symbol: 'EURUSD-OTC',
      direction: 'PUT',
      stakeMinor: 1_050,
      payoutRatio: 0.82,
      openedAtMs: 1_719_828_529_000,
      expiryMs: 1_719_828_589_000,
      result: null,
    });
  });

  it('is read with the entry price and its time if the row states both', () => {
    expect(read({})).toMatchObject({ entryPrice: null, entryTickMs: null });
    expect(read({ curs_open: 1.1 })).toMatchObject({ entryPrice: 1.1, entryTickMs: 1_719_828_529_000 });
  });

  it('has no payout if the row states none; a win without payout and amount has no result either', () => {
    expect(read({ winperc: undefined })).toMatchObject({ payoutRatio: null, result: null });
    expect(read({ winperc: undefined, status: 'win', balance_change: null })?.result).toBeNull();
    expect(read({ winperc: undefined, status: 'loose' })?.result).toMatchObject({ profitMinor: -1_050 });
  });

  it.each([
    ['win', 8.61, 'won', 861],
    ['win', null, 'won', 861],
    ['loose', -10.5, 'lost', -1_050],
    ['loose', 0, 'lost', -1_050],
    ['standoff', 0, 'tie', 0],
    ['cancel', 0, 'void', 0],
  ])(
    'has for the status %s and the balance change %s the outcome %s',
    (status, balance_change, outcome, profitMinor) => {
      expect(read({ status, balance_change })?.result).toMatchObject({ outcome, profitMinor });
    },
  );

  it('counts as running while its status is unknown', () => {
    expect(read({ status: 'reviewed', balance_change: 3 })?.result).toBeNull();
  });

  it('is ignored while its terms are unknown', () => {
    expect(contractOf(DealRow.parse({ id: 1, status: 'win', balance_change: 0.82 }), '1', null, inDollars)).toBeNull();
  });
});

describe('an asset of Olymp Trade', () => {
  const pair = { id: 'EURUSD', title: 'EUR/USD', group: 'currency', precision: 5, winperc: 82 };

  it('takes its stake limits from its own row, else from the limits of the currency', () => {
    const limits = { usd: { min: 1, max: 3_000 }, clp: { min: 900, max: 2_700_000 }, xyz: { min: 1, max: 2 } };
    const pesos = { currency: 'CLP', minStakeMinor: 900, maxStakeMinor: 2_700_000 };
    expect(assetOf(PairRow.parse(pair), 82, limits, 'USD')?.stakeLimits).toEqual([
      { currency: 'USD', minStakeMinor: 100, maxStakeMinor: 300_000 },
      pesos,
    ]);
    const own = PairRow.parse({ ...pair, min_amount: 2, max_amount: 500 });
    expect(assetOf(own, 82, limits, 'USD')?.stakeLimits).toEqual([
      { currency: 'USD', minStakeMinor: 200, maxStakeMinor: 50_000 },
      pesos,
    ]);
    expect(assetOf(own, 82, limits, null)?.stakeLimits).toHaveLength(2);
  });

  it.each([{ locked: true }, { locked_trading: true }, { active: false }])('is closed when %o', (row) => {
    expect(assetOf(PairRow.parse({ ...pair, ...row }), 82, {}, 'USD')?.isOpen).toBe(false);
  });

  it('is closed while its payout is not known', () => {
    expect(assetOf(PairRow.parse(pair), null, {}, 'USD')).toMatchObject({ isOpen: false, payoutRatio: null });
  });

  it('is sold for the durations between its shortest and its longest duration', () => {
    expect(durationsWithin(5, 180)).toEqual([5, 10, 15, 20, 30, 60, 120, 180]);
    expect(durationsWithin(60, 10_800).at(-1)).toBe(10_800);
  });
});

describe('a refused WebSocket upgrade', () => {
  it.each([
    [401, '{}', 'auth_invalid'],
    [403, 'forbidden', 'auth_invalid'],
    [403, '<title>Just a moment...</title>', 'auth_challenge'],
    [503, '<div id="cf-chl-widget">', 'auth_challenge'],
    [429, '', 'auth_rate_limited'],
    [502, 'Bad Gateway', 'network'],
  ])('is mapped from the status %i and the body %s to the fault %s', (status, body, kind) => {
    expect(upgradeRefusal(status, body).kind).toBe(kind);
  });
});
