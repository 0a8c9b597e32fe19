import { type BookContract, type MarketAsset, minorOfAmount, type SimulatedMarket } from '@vigia/broker-kit/simulator';
import { durationMs, err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { activeIdOf, isSoldAs, OPTION_TERMS, symbolOf } from './actives.ts';
import { DIGITAL_FILL_MS } from './quirks.ts';
import type { SimulatedBroker } from './simulated-broker.ts';
import type { Fields } from './wire.ts';
import { BAD_EXPIRATION, BOOK_REFUSAL_TEXTS, type RefusalText, TOO_LATE } from './words.ts';

/**
 * Digital options with the names and fields of the vendor's SDK (docs/spec/brokers/iqoption.md §3). The periods, the
 * dead time, the numbers of instruments and the form of the strikes' symbols are invented.
 */
const { sizesS: PERIODS_S, count: COUNT, deadtimeS: DEADTIME_S } = OPTION_TERMS.digital;
const SIDES = ['call', 'put'] as const;
/** A strike that is not at the current price. Clients must not confuse it with the strike at the current price. */
const AWAY = '1.500000';
type Instrument = {
  readonly asset_id: number;
  readonly index: number;
  readonly expiration: number;
  readonly period: number;
  readonly deadtime: number;
  readonly instrument_type: string;
  readonly data: readonly { readonly direction: string; readonly strike: string; readonly symbol: string }[];
};

/** Returns the response to `get-instruments`; null for an asset without digital options. */
export function instrumentsOf(assetId: unknown, nowMs: number): { readonly instruments: readonly Instrument[] } | null {
  const symbol = symbolOf(assetId);
  if (symbol === undefined || !isSoldAs(symbol, 'digital')) return null;
  const nowS = Math.floor(nowMs / 1_000);
  const instruments = PERIODS_S.flatMap((periodS) => {
    const runningS = nowS - (nowS % periodS) + periodS;
    return Array.from({ length: COUNT }, (_, step) => instrumentOf(symbol, periodS, runningS + step * periodS));
  });
  return { instruments };
}

/** Returns the instruments of an asset that are on sale now but were not on sale at `seenMs`. */
export function newInstruments(assetId: unknown, seenMs: number, nowMs: number): readonly Instrument[] {
  const seen = new Set(instrumentsOf(assetId, seenMs)?.instruments.map(({ index }) => index));
  return instrumentsOf(assetId, nowMs)?.instruments.filter(({ index }) => !seen.has(index)) ?? [];
}

function instrumentOf(symbol: string, periodS: number, expirationS: number): Instrument {
  const named = (direction: (typeof SIDES)[number], strike: string) => ({
    direction,
    strike,
    symbol: `do${activeIdOf(symbol)}A${expirationS}T${periodS / 60}M${direction === 'call' ? 'C' : 'P'}${strike}`,
  });
  return {
    asset_id: activeIdOf(symbol),
    index: (expirationS / 60) * PERIODS_S.length + PERIODS_S.indexOf(periodS),
    expiration: expirationS,
    period: periodS,
    deadtime: DEADTIME_S,
    instrument_type: 'digital-option',
    data: [AWAY, 'SPT'].flatMap((strike) => SIDES.map((side) => named(side, strike))),
  };
}

/** Returns the body of `digital-option-client-price-generated`; null for an instrument that is not on sale. */
export function clientPrices(market: SimulatedMarket, assetId: unknown, index: unknown, nowMs: number): object | null {
  const asset = market.asset(symbolOf(assetId) ?? '');
  const instrument = instrumentsOf(assetId, nowMs)?.instruments.find((one) => one.index === index);
  if (!asset || !instrument) return null;
  const strikes = [...new Set(instrument.data.map(({ strike }) => strike))];
  const priced = (strike: string, side: string) => {
    const symbol = instrument.data.find((one) => one.strike === strike && one.direction === side)?.symbol;
    const ask = strike === 'SPT' ? askOf(asset) : 99;
    return { symbol, ask, bid: ask - 1 };
  };
  return {
    asset_id: instrument.asset_id,
    instrument_index: instrument.index,
    digital_option_trading_group_id: '00000000-0000-4000-8000-000000000001',
    quote_time: nowMs,
    prices: strikes.map((strike) => ({ strike, call: priced(strike, 'call'), put: priced(strike, 'put') })),
  };
}

/** Returns the price of an option contract that pays 100. */
const askOf = ({ payoutRatio }: Pick<MarketAsset, 'payoutRatio'>): number => 100 / (1 + payoutRatio);

/** Handles a `place-digital-option` request: returns the id of its order, or a refusal. */
export function buyDigital(
  broker: SimulatedBroker,
  loginId: string,
  { amount, asset_id, instrument_id, instrument_index, user_balance_id }: Fields,
): Result<string, RefusalText> {
  const nowMs = broker.clock.now();
  const asset = broker.market.asset(symbolOf(asset_id) ?? '');
  const offered = instrumentsOf(asset_id, nowMs);
  if (!asset || !offered) return err(BOOK_REFUSAL_TEXTS.unknown_symbol);
  if (!asset.isOpen) return err(BOOK_REFUSAL_TEXTS.market_closed);
  const accountId = String(user_balance_id);
  if (broker.book.account(accountId)?.loginId !== loginId) return err(BOOK_REFUSAL_TEXTS.unknown_account);
  const instrument = offered.instruments.find(({ index }) => index === instrument_index);
  const strike = instrument?.data.find(({ symbol, strike: at }) => symbol === instrument_id && at === 'SPT');
  if (!instrument || !strike) return err(BAD_EXPIRATION);
  if (nowMs >= (instrument.expiration - instrument.deadtime) * 1_000) return err(TOO_LATE);
  // The SDK sends the amount as a text.
  const stakeMinor = typeof amount === 'string' ? minorOfAmount(Number(amount), broker.currencyOf(accountId)) : NaN;
  if (Number.isNaN(stakeMinor)) return err(BOOK_REFUSAL_TEXTS.stake_out_of_range);
  const booked = broker.book.place({
    accountId,
    symbol: asset.symbol,
    direction: strike.direction === 'call' ? 'CALL' : 'PUT',
    stakeMinor: minorUnits(stakeMinor),
    expiryMs: instrument.expiration * 1_000,
    tag: null,
  });
  if (booked.ok) return ok(reportFill(broker, booked.value));
  const isLate = booked.error === 'insufficient_funds' && broker.quirks.digitalRefusals === 'by_event';
  return isLate ? ok(reportRejection(broker, loginId, accountId)) : err(BOOK_REFUSAL_TEXTS[booked.error]);
}

/**
 * Reports a filled order in the way that the setting `digitalFills` requires. The order's own event always comes after
 * the response.
 */
function reportFill(broker: SimulatedBroker, contract: Readonly<BookContract>): string {
  const { contractId: id, loginId, accountId } = contract;
  const { digitalFills } = broker.quirks;
  const isDelayed = digitalFills === 'after_answer';
  if (!isDelayed) broker.sold(contract, 'digital', digitalFills !== 'unreported');
  if (digitalFills === 'unreported') return id;
  broker.clock.after(durationMs(isDelayed ? DIGITAL_FILL_MS : 0), () => {
    if (isDelayed) broker.sold(contract, 'digital');
    broker.ordered({ id, loginId, accountId, status: 'filled' });
  });
  return id;
}

function reportRejection(broker: SimulatedBroker, loginId: string, accountId: string): string {
  const id = broker.rejectedOrderId();
  const report = () => broker.ordered({ id, loginId, accountId, status: 'rejected' });
  broker.clock.after(durationMs(DIGITAL_FILL_MS), report);
  return id;
}
