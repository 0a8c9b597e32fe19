import {
  amountOf,
  amountText,
  type BookAccount,
  type BookContract,
  type BookRefusal,
  type ContractBook,
  type FaultScript,
  minorOfAmount,
  type SimulatedMarket,
} from '@vigia/broker-kit/simulator';
import { type Clock, err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import { boughtBody, payoutMinor } from './contract-body.ts';
import type { DerivQuirks } from './quirks.ts';
import { endOfTicks } from './second-ticks.ts';
import { rowOf } from './symbols.ts';
import { isTrading } from './trading-hours.ts';
import { type Body, error, isBody, type Reply, type SimulatedApiVersion, type WireError, wireId } from './wire.ts';

const UNIT_S: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const SHORTEST_S = 15;
const LONGEST_S = 365 * 86_400;
const TICKS_MAX = 10;

type Terms = {
  readonly symbol: string;
  readonly currency: Currency;
  readonly direction: 'CALL' | 'PUT';
  readonly stakeMinor: number;
  readonly length: Length;
  readonly payoutMinor: number;
};

type Length = { readonly durationS: number } | { readonly ticks: number };

export type TradingDeps = {
  readonly clock: Clock;
  readonly book: ContractBook;
  readonly market: SimulatedMarket;
  readonly script: FaultScript;
  readonly generation: SimulatedApiVersion;
  readonly quirks: Readonly<DerivQuirks>;
};

/** Answers the calls for the price of an option contract and for its purchase. */
export class TradingCalls {
  readonly #deps: TradingDeps;
  readonly #offers = new Map<string, Terms>();

  constructor(deps: TradingDeps) {
    this.#deps = deps;
  }

  /** @param account account of the socket; null on the public socket, where prices are indicative */
  proposal(request: Body, account: Readonly<BookAccount> | null): Reply {
    const terms = this.#read(request, account?.currency ?? PAPER_CURRENCY);
    if (!terms.ok) return { error: terms.error };
    const id = wireId(0xb0_0000 + this.#offers.size);
    this.#offers.set(id, terms.value);
    return { payload: { proposal: this.#offerBody(id, terms.value) } };
  }

  /** @returns the bought contract, or Deriv's refusal */
  buy(account: Readonly<BookAccount>, request: Body): Result<Readonly<BookContract>, WireError> {
    const terms = this.#bought(request, account.currency);
    if (!terms.ok) return terms;
    const { symbol, direction, stakeMinor, length } = terms.value;
    // The negated comparison also refuses a price that is not a valid amount of the currency (NaN).
    if (!(minorOfAmount(Number(request['price']), account.currency) >= stakeMinor)) return err(PRICE_MOVED);
    const order = { accountId: account.accountId, symbol, direction, tag: null, ...this.#endOf(symbol, length) };
    const booked = this.#deps.book.place({ ...order, stakeMinor: minorUnits(stakeMinor) });
    return booked.ok ? booked : err(REFUSALS[booked.error]);
  }

  #endOf(symbol: string, length: Length): { expiryMs: number; ticks?: number } {
    const { clock, market } = this.#deps;
    const nowMs = clock.now();
    if ('ticks' in length) return { ...length, expiryMs: endOfTicks(market, symbol, nowMs, length.ticks) };
    return { expiryMs: (Math.floor(nowMs / 1_000) + length.durationS) * 1_000 };
  }

  bought(contract: Readonly<BookContract>): Reply {
    const { balanceMinor = 0, currency = PAPER_CURRENCY } = this.#deps.book.account(contract.accountId) ?? {};
    return { payload: { buy: boughtBody(contract, currency, balanceMinor) } };
  }

  #bought(request: Body, currency: Currency): Result<Terms, WireError> {
    if (request['buy'] === '1' && isBody(request['parameters'])) return this.#read(request['parameters'], currency);
    const offered = this.#offers.get(String(request['buy']));
    if (!offered) return err({ code: 'InvalidContractProposal', message: 'Unknown contract proposal' });
    const paysNow = this.#payout(offered.symbol, offered.stakeMinor);
    return paysNow < offered.payoutMinor ? err(PRICE_MOVED) : ok(offered);
  }

  #read(request: Body, currency: Currency): Result<Terms, WireError> {
    const key = this.#deps.generation === 'new' ? 'underlying_symbol' : 'symbol';
    if (request[key] === undefined) return err(invalid(`Missing required parameter ${key}`));
    const row = rowOf(request[key]);
    const asset = row && this.#deps.market.asset(row.ours);
    const direction = request['contract_type'];
    if (!row || !asset) return err({ code: 'OfferingsInvalidSymbol', message: 'Symbol is not recognised.' });
    if (direction !== 'CALL' && direction !== 'PUT') return err(invalid('contract_type'));
    if (request['currency'] !== currency) return err(invalid('currency'));
    const { clock, quirks } = this.#deps;
    if (!isTrading(row, asset, quirks.hours, clock.now())) return err(REFUSALS.market_closed);
    const length = lengthOf(request);
    if (length === null) return err(REFUSALS.invalid_expiry);
    const amountMinor = minorOfAmount(Number(request['amount']), currency);
    if (Number.isNaN(amountMinor)) return err(invalid('amount'));
    const isPayout = request['basis'] === 'payout';
    const stakeMinor = isPayout ? Math.round(amountMinor / (1 + asset.payoutRatio)) : amountMinor;
    if (stakeMinor < asset.minStakeMinor || stakeMinor > asset.maxStakeMinor) return err(REFUSALS.stake_out_of_range);
    const terms = { symbol: row.ours, currency, stakeMinor, length };
    return ok({ ...terms, direction, payoutMinor: isPayout ? amountMinor : this.#payout(row.ours, stakeMinor) });
  }

  #payout(symbol: string, stakeMinor: number): number {
    return payoutMinor(stakeMinor, this.#deps.market.asset(symbol)?.payoutRatio ?? 0);
  }

  #offerBody(id: string, terms: Terms): Body {
    const { clock, market, generation } = this.#deps;
    const nowS = Math.floor(clock.now() / 1_000);
    const asset = market.asset(terms.symbol);
    const tick = market.lastTick(terms.symbol, clock.now());
    return {
      id,
      ask_price: amountOf(terms.stakeMinor, terms.currency),
      payout: amountOf(terms.payoutMinor, terms.currency),
      longcode: 'Win payout if …',
      spot: tick.price,
      spot_time: Math.floor(tick.timeMs / 1_000),
      date_start: nowS,
      date_expiry: nowS + ('ticks' in terms.length ? 0 : terms.length.durationS),
      validation_params: {
        stake: {
          min: amountText(asset?.minStakeMinor ?? 0, terms.currency),
          max: amountText(asset?.maxStakeMinor ?? 0, terms.currency),
        },
        payout: { max: '50000.00' },
      },
      ...(generation === 'v3' ? { display_value: amountText(terms.stakeMinor, terms.currency) } : {}),
    };
  }
}

/** Returns the duration in a request; null if Deriv sells no contract of this form. */
function lengthOf(request: Body): Length | null {
  const count = Number(request['duration']);
  if (request['duration_unit'] === 't')
    return Number.isInteger(count) && count >= 1 && count <= TICKS_MAX ? { ticks: count } : null;
  const durationS = count * (UNIT_S[String(request['duration_unit'])] ?? 0);
  return durationS >= SHORTEST_S && durationS <= LONGEST_S ? { durationS } : null;
}

const invalid = (message: string): WireError => ({ code: 'InputValidationFailed', message });
const validation = (field: string, message: string): WireError => ({
  code: 'ContractBuyValidationError',
  message,
  details: { field },
});

const PRICE_MOVED: WireError = {
  code: 'PriceMoved',
  message: 'The underlying market has moved too much since you priced the contract.',
};

const REFUSALS: Readonly<Record<BookRefusal, WireError>> = {
  unknown_account: { code: 'Unauthorized', message: 'No such account' },
  unknown_symbol: { code: 'OfferingsInvalidSymbol', message: 'Symbol is not recognised.' },
  market_closed: { code: 'MarketIsClosed', message: 'This market is presently closed.' },
  stake_out_of_range: validation('amount', 'Please enter a stake within the limits.'),
  insufficient_funds: {
    code: 'InsufficientBalance',
    message: 'Your account balance is insufficient to buy this contract.',
  },
  invalid_expiry: validation('duration', 'Trading is not offered for this duration.'),
};

/** Returns Deriv's error for a scripted refusal. */
export function scriptedRefusal(kind: string): WireError {
  switch (kind) {
    case 'insufficient_funds':
      return REFUSALS.insufficient_funds;
    case 'market_closed':
      return REFUSALS.market_closed;
    case 'stake_out_of_range':
      return { code: 'StakeLimitExceeded', message: 'Maximum stake allowed is exceeded.' };
    case 'invalid_duration':
      return REFUSALS.invalid_expiry;
    case 'price_moved':
      return PRICE_MOVED;
    case 'rate_limited':
      return error('RateLimit', 'You have reached the rate limit for buy.').error;
    default:
      return { code: 'ContractBuyValidationError', message: 'Contract purchase is refused.' };
  }
}
