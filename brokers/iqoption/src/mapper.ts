import { knownCurrency, minorOf } from '@vigia/broker-kit/money';
import { type RecordRow, UNREADABLE_ROW, type UnreadRow } from '@vigia/broker-kit/orders';
import type { BrokerAccount, BrokerContract, BrokerLog, ContractResult, TimedOrder } from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, type MinorUnits, minorUnits, type Ratio } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';
import { type Catalog, payoutOf } from './assets.ts';
import { digitalContractId } from './digital/contract-id.ts';
import type { Purchase } from './durations.ts';
import { type Balance, type OpenedOption, PartialPosition, Position } from './wire/messages.ts';

const REAL = 1;
const DEMO = 4;

/**
 * Converts a balance to an account; returns null for tournaments and for unknown currencies. The amount includes the
 * bonus, as in the vendor's SDK, because a bonus can buy options too (docs/spec/brokers/iqoption.md §3).
 */
export function accountOf(balance: Balance, log: BrokerLog): BrokerAccount | null {
  const { id, type, amount, bonus_amount: bonus } = balance;
  if (type !== REAL && type !== DEMO) return null;
  const currency = knownCurrency(balance.currency, log);
  if (currency === null) return null;
  const kind = type === REAL ? 'real' : 'demo';
  const balanceMinor = minorOf(amount + (bonus ?? 0), currency);
  return balanceMinor === null ? null : { accountId: String(id), kind, currency, balanceMinor };
}

/**
 * Returns the option contract of an accepted order. The reply contains neither account nor stake, so both come from the
 * order.
 */
export function openedContract(
  order: TimedOrder,
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

const DIGITAL = 'digital-option';
const INSTRUMENTS: ReadonlySet<string> = new Set(['turbo-option', 'binary-option', 'blitz-option', DIGITAL]);
const DIRECTIONS: Readonly<Record<'call' | 'put', Direction>> = { call: 'CALL', put: 'PUT' };

/**
 * Converts a position to an option contract. Returns null for a margin position, for a position without direction or
 * expiration, and if the account is not listed (its currency is then unknown). A digital contract gets its id from its
 * order, so a digital position with several orders is not read.
 */
export function contractOf(
  position: Position,
  catalog: Catalog,
  currencyOf: (accountId: string) => Currency | null,
): BrokerContract | null {
  const raw = position.raw_event?.binary_options_option_changed1;
  const digital = digitalTermsOf(position);
  const side = digital ? digital.instrument_dir : (raw?.direction ?? position.direction);
  const expiryMs = digital ? digital.instrument_expiration : expiryMsOf(position);
  const contractId = contractIdOf(position, digital);
  const invest = position.invest ?? position.investment;
  const accountId = String(position.user_balance_id);
  const currency = currencyOf(accountId);
  const symbol = symbolIn(catalog, position.instrument_type, position.active_id);
  if (!INSTRUMENTS.has(position.instrument_type) || contractId === null) return null;
  // If the list of digital assets does not contain the asset, the position cannot be matched with its order.
  if (digital && symbol === undefined) return null;
  if (!side || !expiryMs || currency === null) return null;
  const stakeMinor = typeof invest === 'number' ? minorOf(invest, currency) : null;
  if (stakeMinor === null) return null;
  const openedAtMs = msOf(position.open_time);
  return {
    contractId,
    orderId: null,
    accountId,
    symbol: symbol ?? `IQ-${position.active_id}`,
    direction: DIRECTIONS[side],
    stakeMinor,
    payoutRatio: digital ? null : payoutRatioOf(position, raw?.profit_percent),
    entryPrice: position.open_quote ?? null,
    entryTickMs: timeOf(position.open_quote, openedAtMs),
    openedAtMs: epochMs(Math.round(openedAtMs)),
    expiryMs: epochMs(Math.round(expiryMs)),
    result: position.status === 'closed' ? resultOf(position, { stakeMinor, currency, expiryMs }) : null,
  };
}

type DigitalTerms = NonNullable<NonNullable<Position['raw_event']>['digital_options_position_changed1']>;

const digitalTermsOf = ({ instrument_type: kind, raw_event: event }: Position): DigitalTerms | null =>
  (kind === DIGITAL && event?.digital_options_position_changed1) || null;

/** Returns the id of a position's option contract; null for a digital position without terms or with several orders. */
function contractIdOf(position: Position, digital: DigitalTerms | null): string | null {
  if (position.instrument_type !== DIGITAL) return position.external_id ?? position.id;
  const [orderId, ...others] = digital?.order_ids ?? [];
  return orderId === undefined || others.length > 0 ? null : digitalContractId(orderId);
}

const symbolIn = (catalog: Catalog, kind: string | null, activeId: number): string | undefined =>
  kind === DIGITAL ? catalog.digital.get(activeId) : catalog.byId.get(activeId)?.symbol;

/** Converts a row of the portfolio or of its history, as far as it can be read. */
export function recordOf(
  row: unknown,
  catalog: Catalog,
  currencyOf: (accountId: string) => Currency | null,
): RecordRow {
  const position = Position.safeParse(row).data;
  const contract = position ? contractOf(position, catalog, currencyOf) : null;
  if (contract) return { kind: 'contract', contract };
  const traces = PartialPosition.safeParse(row).data;
  if (!traces) return { kind: 'unread', row: UNREADABLE_ROW };
  const { instrument_type: kind } = traces;
  if (kind !== null && !INSTRUMENTS.has(kind)) return { kind: 'other' };
  return { kind: 'unread', row: unreadRow(traces, catalog, currencyOf) };
}

function unreadRow(
  traces: PartialPosition,
  catalog: Catalog,
  currencyOf: (accountId: string) => Currency | null,
): UnreadRow {
  const accountId = traces.user_balance_id === null ? null : String(traces.user_balance_id);
  const currency = accountId === null ? null : currencyOf(accountId);
  const invest = traces.invest ?? traces.investment;
  const { binary_options_option_changed1: raw, digital_options_position_changed1: digital } = traces.raw_event ?? {};
  const side = digital?.instrument_dir ?? raw?.direction ?? traces.direction;
  const [orderId, ...others] = digital?.order_ids ?? [];
  const digitalId = orderId === undefined || others.length > 0 ? null : digitalContractId(orderId);
  const { instrument_type: kind, active_id: activeId } = traces;
  return {
    // If the kind of the row is unreadable too, it is unknown which id applies.
    contractId: kind === DIGITAL ? digitalId : kind === null ? null : (traces.external_id ?? traces.id),
    accountId,
    symbol: kind === null || activeId === null ? null : (symbolIn(catalog, kind, activeId) ?? null),
    direction: side === null ? null : DIRECTIONS[side],
    stakeMinor: currency === null || invest === null ? null : minorOf(invest, currency),
    openedAtMs: traces.open_time === null ? null : msOf(traces.open_time),
  };
}

/** Times below this value are seconds. It is in the year 5138 as seconds and in 1973 as milliseconds. */
const SECONDS_BELOW = 1e11;
/** Converts seconds or milliseconds since the epoch to milliseconds. */
export const msOf = (time: number): number => (time < SECONDS_BELOW ? time * 1000 : time);

function expiryMsOf({ raw_event: event, expiration_time: flat, close_time: closed }: Position): number | null {
  const expiration = event?.binary_options_option_changed1?.expiration_time ?? flat ?? closed;
  return typeof expiration === 'number' ? msOf(expiration) : null;
}

/**
 * Returns the payout of a position; null if it is unknown. `profit_percent` includes the stake (185 for a payout of 85
 * %). The fallback `expected_profit` includes the stake too.
 */
function payoutRatioOf(
  { expected_profit: expected, invest: paid, investment }: Position,
  profitPercent: number | undefined,
): Ratio | null {
  if (profitPercent !== undefined) return payoutOf(profitPercent - 100);
  const invest = paid ?? investment ?? 0;
  return expected && invest > 0 ? payoutOf((expected / invest - 1) * 100) : null;
}

/** Returns the time that a message states for a price; null if price or time is missing. */
const timeOf = (price: number | null | undefined, timeMs: number | null | undefined): EpochMs | null =>
  typeof price === 'number' && typeof timeMs === 'number' ? epochMs(Math.round(timeMs)) : null;

/** Smallest time before the expiration at which a position counts as closed early. */
const CLOSED_EARLY_MS = 1_000;

type Bought = { readonly stakeMinor: MinorUnits; readonly currency: Currency; readonly expiryMs: number };

/**
 * Returns the result of the option contract; null if it is unknown. If the close reason and the money contradict each
 * other, the money decides.
 */
function resultOf(position: Position, { stakeMinor, currency, expiryMs }: Bought): ContractResult | null {
  const profitMinor = profitOf(position, stakeMinor, currency);
  if (profitMinor === null) return null;
  const settlePrice = position.close_quote ?? position.expiration_value ?? null;
  const closedMs = typeof position.close_time === 'number' ? msOf(position.close_time) : null;
  return {
    outcome: isSoldDigital(position, closedMs, expiryMs) ? 'sold' : outcomeOf(position.close_reason ?? '', profitMinor),
    profitMinor,
    settlePrice,
    settleTickMs: timeOf(settlePrice, closedMs),
    settledAtMs: epochMs(Math.round(closedMs ?? expiryMs)),
  };
}

/**
 * Returns whether a digital position was sold early. In the vendor's tests its close reason is then `default`, where
 * other options have `sold`. A position that runs to its expiration may have the reason `default` too.
 */
const isSoldDigital = (
  { instrument_type: kind, close_reason: reason }: Position,
  closedMs: number | null,
  expiryMs: number,
): boolean => kind === DIGITAL && reason === 'default' && closedMs !== null && closedMs < expiryMs - CLOSED_EARLY_MS;

/**
 * Returns the profit net of the stake: the gross return less the stake or, if the return is missing, the net profit of
 * the position.
 */
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
