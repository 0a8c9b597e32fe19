import { type RecordRow, UNREADABLE_ROW, type UnreadRow } from '@vigia/broker-kit/orders';
import type { BrokerContract, ContractResult } from '@vigia/broker-kit/port';
import { epochMs, type MinorUnits, minorUnits, type Ratio, ratio } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';
import { estimatedEnd } from './lengths.ts';
import {
  moneyRepliesIn,
  type OpenContractRow,
  type PartialRow,
  type PortfolioRow,
  type ProfitRow,
} from './wire/money-replies.ts';

/**
 * The account of an option contract with its currency, and a function that converts Deriv's asset names to Vigía's
 * symbols.
 */
export type ContractAccount = {
  readonly accountId: string;
  readonly currency: Currency;
  ours(theirs: string): string | null;
};

/**
 * Pattern of Deriv's shortcode of a Rise/Fall contract, with its start and either its end or its number of ticks:
 * `CALL_R_100_19.53_1795206761_1795207061_S0P_0`, `CALL_R_100_19.53_1795206761_5T_S0P_0`.
 */
const SHORTCODE = /^(CALL|PUT)_(.+)_\d+(?:\.\d+)?_(\d{9,10})F?_(?:(\d{9,10})F?|(\d{1,2})T)_/;

const directionOf = (contractType: string): Direction | null =>
  contractType === 'CALL' || contractType === 'PUT' ? contractType : null;

const atSecond = (seconds: number) => epochMs(seconds * 1_000);
const tickMs = (seconds: number | null | undefined) => (typeof seconds === 'number' ? atSecond(seconds) : null);

/** Profit of a win as a fraction of the stake. The payout of a proposal or contract includes the stake. */
export const payoutRatioOf = (payout: number, stake: number): Ratio =>
  ratio(Math.round(((payout - stake) / stake) * 10_000) / 10_000);

/**
 * Converts a `proposal_open_contract` message of a running or ended option contract. Returns null for a contract type
 * that Vigía never buys, for an unknown asset, and if the message has neither an expiry nor a number of ticks.
 */
export function contractOfOpen(row: OpenContractRow, owner: ContractAccount): BrokerContract | null {
  const begin = beginOf(row.contract_type, row.underlying_symbol ?? row.underlying, owner);
  const end = endOfOpen(row);
  if (begin === null || end === null) return null;
  return {
    ...begin,
    ...end,
    contractId: String(row.contract_id),
    stakeMinor: row.buy_price,
    payoutRatio: payoutRatioOf(row.payout, formatMinor(row.buy_price, owner.currency)),
    entryPrice: row.entry_spot ?? row.entry_tick ?? null,
    entryTickMs: tickMs(row.entry_spot_time ?? row.entry_tick_time),
    openedAtMs: atSecond(row.date_start),
    result: resultOf(row),
  };
}

type End = Pick<BrokerContract, 'expiryMs' | 'ticks'>;

/** Returns the end of an open contract; null if the row states neither an expiry nor a number of ticks. */
function endOfOpen(row: OpenContractRow): End | null {
  const { tick_count: total, tick_stream: stream } = row;
  if (typeof total !== 'number') {
    return typeof row.date_expiry === 'number' ? { expiryMs: atSecond(row.date_expiry) } : null;
  }
  const endS = row.is_sold === 1 ? (row.exit_spot_time ?? row.exit_tick_time ?? row.sell_time) : null;
  const expiryMs = tickMs(endS) ?? estimatedEnd(atSecond(row.date_start), total);
  // The entry tick is the first element of the stream.
  const passed = stream ? Math.min(total, Math.max(0, stream.length - 1)) : null;
  return { expiryMs, ticks: { total, passed } };
}

/** Returns the result of a contract from its status; null until Deriv marks the contract as sold. */
function resultOf(row: OpenContractRow): ContractResult | null {
  const outcome = OUTCOMES[row.status ?? 'open'];
  if (row.is_sold !== 1 || outcome === null || typeof row.profit !== 'number') return null;
  return {
    outcome,
    profitMinor: row.profit,
    settlePrice: row.exit_spot ?? row.exit_tick ?? null,
    settleTickMs: tickMs(row.exit_spot_time ?? row.exit_tick_time),
    settledAtMs: atSecond(row.sell_time ?? row.date_settlement ?? row.date_expiry ?? row.date_start),
  };
}

const OUTCOMES = { open: null, won: 'won', lost: 'lost', sold: 'sold', cancelled: 'void' } as const;

/**
 * Converts an open contract of the portfolio; returns null for a contract type that Vigía never buys, and for an
 * unknown asset.
 */
export function contractOfPortfolio(row: PortfolioRow, owner: ContractAccount): BrokerContract | null {
  const begin = beginOf(row.contract_type, row.underlying_symbol ?? row.symbol, owner);
  const end = endOfPortfolio(row);
  if (begin === null || end === null) return null;
  return {
    ...begin,
    ...end,
    contractId: String(row.contract_id),
    stakeMinor: row.buy_price,
    payoutRatio: payoutRatioOf(row.payout, formatMinor(row.buy_price, owner.currency)),
    entryPrice: null,
    entryTickMs: null,
    openedAtMs: atSecond(row.date_start),
    result: null,
  };
}

/** Returns the end of a row of the portfolio. Only the shortcode contains a number of ticks. */
function endOfPortfolio({ shortcode, date_start: startS, expiry_time: expiryS }: PortfolioRow): End | null {
  const [, , , , , ticks] = SHORTCODE.exec(shortcode ?? '') ?? [];
  if (ticks !== undefined) return runningTicks(startS, Number(ticks));
  return typeof expiryS === 'number' ? { expiryMs: atSecond(expiryS) } : null;
}

const runningTicks = (startS: number, total: number): End => ({
  expiryMs: estimatedEnd(atSecond(startS), total),
  ticks: { total, passed: null },
});

/**
 * Converts a closed contract of the profit table. Only its shortcode contains its terms. Returns null if the row cannot
 * be read.
 */
export function contractOfProfit(row: ProfitRow, owner: ContractAccount): BrokerContract | null {
  const [, type = '', symbol, startS, expiryS, ticks] = SHORTCODE.exec(row.shortcode) ?? [];
  const begin = beginOf(type, symbol, owner);
  if (begin === null) return null;
  if (ticks !== undefined) return contractOfTicks(row, owner, { begin, startS: Number(startS), total: Number(ticks) });
  const expiryMs = atSecond(Number(expiryS));
  const settledAtMs = atSecond(row.sell_time ?? Number(expiryS));
  const profitMinor = minorUnits(row.sell_price - row.buy_price);
  return {
    ...begin,
    contractId: String(row.contract_id),
    stakeMinor: row.buy_price,
    payoutRatio: payoutRatioOf(row.payout, formatMinor(row.buy_price, owner.currency)),
    entryPrice: null,
    entryTickMs: null,
    openedAtMs: atSecond(Number(startS)),
    expiryMs,
    result: {
      outcome: outcomeOf(row.sell_price, row.buy_price, settledAtMs < expiryMs),
      profitMinor,
      settlePrice: null,
      settleTickMs: null,
      settledAtMs,
    },
  };
}

/**
 * Converts a closed contract with a duration in ticks. The row does not state whether the contract was sold early. This
 * affects only the name of the outcome; the amounts are those of the row in both cases.
 */
function contractOfTicks(
  row: ProfitRow,
  owner: ContractAccount,
  { begin, startS, total }: { begin: NonNullable<ReturnType<typeof beginOf>>; startS: number; total: number },
): BrokerContract {
  const settledAtMs = row.sell_time ? atSecond(row.sell_time) : estimatedEnd(atSecond(startS), total);
  return {
    ...begin,
    contractId: String(row.contract_id),
    stakeMinor: row.buy_price,
    payoutRatio: payoutRatioOf(row.payout, formatMinor(row.buy_price, owner.currency)),
    entryPrice: null,
    entryTickMs: null,
    openedAtMs: atSecond(startS),
    expiryMs: settledAtMs,
    ticks: { total, passed: total },
    result: {
      outcome: outcomeOf(row.sell_price, row.buy_price, false),
      profitMinor: minorUnits(row.sell_price - row.buy_price),
      settlePrice: null,
      settleTickMs: null,
      settledAtMs,
    },
  };
}

/** Converts a row of the portfolio, as far as it can be read. */
export function portfolioRecord(row: unknown, owner: ContractAccount): RecordRow {
  const read = moneyRepliesIn(owner.currency).PortfolioRow.safeParse(row).data;
  return recordOf(read ? contractOfPortfolio(read, owner) : null, row, owner);
}

/** Converts a row of the profit table, as far as it can be read. */
export function profitRecord(row: unknown, owner: ContractAccount): RecordRow {
  const read = moneyRepliesIn(owner.currency).ProfitRow.safeParse(row).data;
  return recordOf(read ? contractOfProfit(read, owner) : null, row, owner);
}

/** Matches a contract type that Vigía buys, or a shortcode that starts with such a type. */
const OUR_KIND = /^(CALL|PUT)(_|$)/;

function recordOf(contract: BrokerContract | null, row: unknown, owner: ContractAccount): RecordRow {
  if (contract) return { kind: 'contract', contract };
  const traces = moneyRepliesIn(owner.currency).PartialRow.safeParse(row).data;
  const kind = traces?.contract_type ?? traces?.shortcode ?? null;
  if (kind !== null && !OUR_KIND.test(kind)) return { kind: 'other' };
  return { kind: 'unread', row: traces ? unreadRow(traces, owner) : { ...UNREADABLE_ROW, accountId: owner.accountId } };
}

function unreadRow(traces: PartialRow, { accountId, ours }: ContractAccount): UnreadRow {
  const theirs = traces.underlying_symbol ?? traces.symbol;
  const beginS = traces.date_start ?? traces.purchase_time;
  return {
    contractId: traces.contract_id === null ? null : String(traces.contract_id),
    accountId,
    symbol: theirs === null ? null : ours(theirs),
    direction: directionOf(OUR_KIND.exec(traces.contract_type ?? traces.shortcode ?? '')?.[1] ?? ''),
    stakeMinor: traces.buy_price,
    openedAtMs: beginS === null ? null : atSecond(beginS),
  };
}

function outcomeOf(sellMinor: MinorUnits, buyMinor: MinorUnits, wasEarly: boolean): ContractResult['outcome'] {
  if (wasEarly) return 'sold';
  if (sellMinor === 0) return 'lost';
  return sellMinor === buyMinor ? 'void' : 'won';
}

function beginOf(contractType: string, theirs: string | undefined, { accountId, ours }: ContractAccount) {
  const direction = directionOf(contractType);
  const symbol = theirs === undefined ? null : ours(theirs);
  return direction === null || symbol === null ? null : { orderId: null, accountId, symbol, direction };
}
