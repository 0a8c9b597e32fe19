import { knownCurrency, minorOf } from '@vigia/broker-kit/money';
import type { BrokerAccount, BrokerContract, BrokerLog, BrokerOrder, ContractResult } from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, type MinorUnits, minorUnits, type Ratio } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';
import { type Catalog, payoutOf } from './catalog.ts';
import type { Purchase } from './purchase.ts';
import type { Balance, OpenedOption, Position } from './wire/messages.ts';

const REAL = 1;
const DEMO = 4;

/** The account of a balance; null for tournaments, margin and currencies that we do not know. */
export function accountOf(balance: Balance, log: BrokerLog): BrokerAccount | null {
  const { id, type, amount, is_marginal: isMarginal = false } = balance;
  if (isMarginal || (type !== REAL && type !== DEMO)) return null;
  const currency = knownCurrency(balance.currency, log);
  if (currency === null) return null;
  const kind = type === REAL ? 'real' : 'demo';
  const balanceMinor = minorOf(amount, currency);
  return balanceMinor === null ? null : { accountId: String(id), kind, currency, balanceMinor };
}

/** The contract of an accepted order. The reply names neither account nor stake, so both come from the order. */
export function openedContract(
  order: BrokerOrder,
  purchase: Purchase,
  option: OpenedOption,
  nowMs: number,
): BrokerContract {
  const openedAtMs = option.created_millisecond ?? (option.time_rate === undefined ? nowMs : option.time_rate * 1000);
  const { ends } = purchase;
  const expiryMs =
    ends.kind === 'at' ? ends.expiryS * 1000 : option.exp ? option.exp * 1000 : openedAtMs + ends.sizeS * 1000;
  return {
    contractId: String(option.id),
    orderId: order.orderId,
    accountId: order.accountId,
    symbol: order.symbol,
    direction: order.direction,
    stakeMinor: order.stakeMinor,
    payoutRatio: payoutOf(option.profit_income - 100),
    entryPrice: option.value ?? null,
    entryTickMs: timeOf(option.value, option.time_rate === undefined ? null : option.time_rate * 1000),
    openedAtMs: epochMs(Math.round(openedAtMs)),
    expiryMs: epochMs(Math.round(expiryMs)),
    result: null,
  };
}

const INSTRUMENTS: ReadonlySet<string> = new Set(['turbo-option', 'binary-option', 'blitz-option']);
const DIRECTIONS: Readonly<Record<'call' | 'put', Direction>> = { call: 'CALL', put: 'PUT' };

/**
 * The contract of a position; null for a kind we do not trade (digital, margin), without direction or expiration, or on
 * an account that is not listed, whose currency is unknown.
 */
export function contractOf(
  position: Position,
  catalog: Catalog,
  currencyOf: (accountId: string) => Currency | null,
): BrokerContract | null {
  const raw = position.raw_event?.binary_options_option_changed1;
  const expiryMs = raw?.expiration_time === undefined ? position.close_time : raw.expiration_time * 1000;
  if (!INSTRUMENTS.has(position.instrument_type) || !raw || !expiryMs) return null;
  const accountId = String(position.user_balance_id);
  const currency = currencyOf(accountId);
  const stakeMinor = currency === null ? null : minorOf(position.invest, currency);
  if (currency === null || stakeMinor === null) return null;
  return {
    contractId: position.external_id,
    orderId: null,
    accountId,
    symbol: catalog.byId.get(position.active_id)?.symbol ?? `IQ-${position.active_id}`,
    direction: DIRECTIONS[raw.direction],
    stakeMinor,
    payoutRatio: payoutRatioOf(position, raw.profit_percent),
    entryPrice: position.open_quote ?? null,
    entryTickMs: timeOf(position.open_quote, position.open_time),
    openedAtMs: epochMs(Math.round(position.open_time)),
    expiryMs: epochMs(Math.round(expiryMs)),
    result: position.status === 'closed' ? resultOf(position, { stakeMinor, currency, expiryMs }) : null,
  };
}

/**
 * Payout of a position. `profit_percent` includes the stake (185 for a payout of 85 %), and so does `expected_profit`,
 * the fallback. null if both are missing.
 */
function payoutRatioOf(
  { expected_profit: expected, invest }: Position,
  profitPercent: number | undefined,
): Ratio | null {
  if (profitPercent !== undefined) return payoutOf(profitPercent - 100);
  return expected && invest > 0 ? payoutOf((expected / invest - 1) * 100) : null;
}

/** The time that a message states beside a price; null without one of the two. */
const timeOf = (price: number | null | undefined, timeMs: number | null | undefined): EpochMs | null =>
  typeof price === 'number' && typeof timeMs === 'number' ? epochMs(Math.round(timeMs)) : null;

type Bought = { readonly stakeMinor: MinorUnits; readonly currency: Currency; readonly expiryMs: number };

/**
 * How the contract ended. If the close reason and the money contradict each other, the money decides. Null if the
 * result is unknown.
 */
function resultOf(position: Position, { stakeMinor, currency, expiryMs }: Bought): ContractResult | null {
  const profitMinor = profitOf(position, stakeMinor, currency);
  if (profitMinor === null) return null;
  return {
    outcome: outcomeOf(position.close_reason ?? '', profitMinor),
    profitMinor,
    settlePrice: position.close_quote ?? null,
    settleTickMs: timeOf(position.close_quote, position.close_time),
    settledAtMs: epochMs(Math.round(position.close_time ?? expiryMs)),
  };
}

/** Profit net of the stake: the gross return less the stake, else the net figure of the position. */
function profitOf(position: Position, stakeMinor: MinorUnits, currency: Currency): MinorUnits | null {
  const { close_profit: gross, pnl_net: net, pnl_realized: realized, pnl } = position;
  const grossMinor = typeof gross === 'number' ? minorOf(gross, currency) : null;
  if (grossMinor !== null) return minorUnits(grossMinor - stakeMinor);
  const profit = net ?? realized ?? pnl;
  return typeof profit === 'number' ? minorOf(profit, currency) : null;
}

function outcomeOf(reason: string, profitMinor: MinorUnits): ContractResult['outcome'] {
  if (reason === 'sold') return 'sold';
  if (/cancel|reject|refund/.test(reason)) return 'void';
  if (profitMinor === 0) return 'tie';
  return profitMinor > 0 ? 'won' : 'lost';
}
