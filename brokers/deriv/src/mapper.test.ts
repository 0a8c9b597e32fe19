import { describe, expect, it } from 'vitest';
import { faultOfError, isServerError } from './errors.ts';
import { contractOfOpen, contractOfProfit, portfolioRecord } from './mapper.ts';
import { ourSymbol } from './symbols.ts';
import { moneyRepliesIn } from './wire/money-replies.ts';

const owner = { accountId: 'CR1', currency: 'USD', ours: ourSymbol } as const;
const { OpenContract, ProfitRow } = moneyRepliesIn('USD');
const CODE = 'PUT_frxEURUSD_18.50_1795206761_1795207061_S0P_0';

const closed = (changes: object) => {
  const row = {
    contract_id: 7,
    buy_price: 10,
    sell_price: 0,
    payout: 18.5,
    purchase_time: 1_795_206_761,
    shortcode: CODE,
  };
  return contractOfProfit(ProfitRow.parse({ ...row, sell_time: 1_795_207_062, ...changes }), owner);
};

describe('a closed contract of the profit table', () => {
  it('gets its terms from the shortcode', () => {
    expect(closed({})).toMatchObject({
      contractId: '7',
      symbol: 'EURUSD',
      direction: 'PUT',
      stakeMinor: 1_000,
      payoutRatio: 0.85,
      openedAtMs: 1_795_206_761_000,
      expiryMs: 1_795_207_061_000,
      result: { outcome: 'lost', profitMinor: -1_000 },
    });
  });

  it.each([
    [{ sell_price: 18.5 }, 'won', 850],
    [{ sell_price: '18.50', buy_price: '10.00' }, 'won', 850],
    [{ sell_price: 10 }, 'void', 0],
    [{ sell_price: 7.25, sell_time: 1_795_206_900 }, 'sold', -275],
  ])('with %o has the result %s', (changes, outcome, profitMinor) => {
    expect(closed(changes)?.result).toMatchObject({ outcome, profitMinor });
  });

  it('is ignored if it is neither a CALL nor a PUT', () => {
    expect(closed({ shortcode: 'DIGITODD_R_100_19_1795206761_5T' })).toBeNull();
  });

  it('gets its number of ticks from the shortcode and its end from the time of the sale, if its duration is in ticks', () => {
    expect(closed({ shortcode: 'CALL_R_100_19.53_1795206761_5T_S0P_0' })).toMatchObject({
      symbol: 'R_100',
      openedAtMs: 1_795_206_761_000,
      expiryMs: 1_795_207_062_000,
      ticks: { total: 5, passed: 5 },
      result: { outcome: 'lost', profitMinor: -1_000, settledAtMs: 1_795_207_062_000 },
    });
  });
});

describe('an open contract', () => {
  const open = (changes: object) =>
    contractOfOpen(
      OpenContract.parse({
        proposal_open_contract: {
          contract_id: 7,
          contract_type: 'CALL',
          underlying: 'R_100',
          buy_price: 10,
          payout: 18.5,
          profit: 8.5,
          status: 'won',
          is_sold: 1,
          date_start: 1,
          date_expiry: 2,
          ...changes,
        },
      }).proposal_open_contract,
      owner,
    );

  it.each([
    [{}, 'won'],
    [{ status: 'lost', profit: -10 }, 'lost'],
    [{ status: 'sold', profit: '-1.00' }, 'sold'],
    [{ status: 'cancelled', profit: 0 }, 'void'],
  ])('with %o has the result %s', (changes, outcome) => {
    expect(open(changes)?.result?.outcome).toBe(outcome);
  });

  it('counts as running until it is sold, even if its status is already `won`', () => {
    expect(open({ is_sold: 0 })?.result).toBeNull();
    expect(open({ status: 'open' })?.result).toBeNull();
    expect(open({ status: null })?.result).toBeNull();
  });

  const inTicks = { date_start: 100, date_expiry: undefined, tick_count: 5 };
  const stream = [101, 102, 104].map((epoch) => ({ epoch, tick: 1.1 }));

  it('has an estimated end and counts the ticks after its entry, if its duration is in ticks', () => {
    const running = { ...inTicks, is_sold: 0, status: 'open' };
    expect(open({ ...running, tick_stream: [] })).toMatchObject({ expiryMs: 112_000, ticks: { total: 5, passed: 0 } });
    expect(open({ ...running, tick_stream: stream })?.ticks).toEqual({ total: 5, passed: 2 });
    expect(open(running)?.ticks).toEqual({ total: 5, passed: null });
  });

  it('ends at its exit tick if its duration is in ticks', () => {
    expect(open({ ...inTicks, exit_tick: 1.2, exit_tick_time: 109 })?.expiryMs).toBe(109_000);
    expect(open({ ...inTicks, exit_spot: 1.2, exit_spot_time: 108 })?.expiryMs).toBe(108_000);
  });

  it('is not read if it has neither an expiry nor a number of ticks', () => {
    expect(open({ date_expiry: undefined })).toBeNull();
  });
});

describe('an error of Deriv', () => {
  const kindOf = (code: string, details = {}) => faultOfError({ code, message: '', details }).kind;

  it('is mapped to a fault by its code, else by the field that it names', () => {
    expect(kindOf('InsufficientBalance', { field: 'amount' })).toBe('insufficient_funds');
    expect(kindOf('ContractBuyValidationError', { field: 'amount' })).toBe('stake_out_of_range');
    expect(kindOf('InputValidationFailed', { duration: 'too short' })).toBe('invalid_duration');
    expect(kindOf('SomethingNew')).toBe('unknown');
    expect([isServerError('InternalError'), isServerError('RateLimit')]).toEqual([true, false]);
  });

  it('is reported without any text that could be a secret', () => {
    const message = 'bad token a1-ABCDEFGHIJKLMNOPQRSTUVWXYZ at wss://x/y?otp=abc';
    const { detail } = faultOfError({ code: 'InvalidToken', message, details: {} });
    expect(detail).not.toMatch(/ABCDEF|abc/);
  });
});

describe('a row of the portfolio', () => {
  const row = {
    contract_id: 7,
    contract_type: 'CALL',
    symbol: 'R_100',
    buy_price: 10,
    payout: 18.5,
    date_start: 1_795_206_761,
    expiry_time: 1_795_206_761,
    shortcode: 'CALL_R_100_18.50_1795206761_5T_S0P_0',
  };

  it('gets its number of ticks from the shortcode and no expiry from the row, if its duration is in ticks', () => {
    expect(portfolioRecord(row, owner)).toMatchObject({
      kind: 'contract',
      contract: { ticks: { total: 5, passed: null }, expiryMs: 1_795_206_773_000 },
    });
  });

  it('may be the contract of any order if it has neither a shortcode nor an expiry', () => {
    const { shortcode: _shortcode, expiry_time: _expiry, ...rest } = row;
    expect(portfolioRecord(rest, owner)).toMatchObject({ kind: 'unread', row: { contractId: '7', symbol: 'R_100' } });
  });
});
