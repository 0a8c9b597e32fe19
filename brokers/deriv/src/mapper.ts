import type { BrokerContract, ContractResult } from '@vigia/broker-kit/port';
import { epochMs, type MinorUnits, minorUnits, type Ratio, ratio } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';
import type { OpenContractRow, PortfolioRow, ProfitRow } from './wire/money-replies.ts';

/** The account of a contract with its currency, and the conversion of Deriv's asset names to our symbols. */
export type Owner = { readonly accountId: string; readonly currency: Currency; ours(theirs: string): string | null };

/**
 * Deriv's shortcode of a Rise/Fall contract with its start and end times:
 * `CALL_R_100_19.53_1795206761_1795207061_S0P_0`.
 */
const SHORTCODE = /^(CALL|PUT)_(.+)_\d+(?:\.\d+)?_(\d{9,10})F?_(\d{9,10})F?_/;

const directionOf = (contractType: string): Direction | null =>
  contractType === 'CALL' || contractType === 'PUT' ? contractType : null;

const atSecond = (seconds: number) => epochMs(seconds * 1_000);
const tickMs = (seconds: number | null | undefined) => (typeof seconds === 'number' ? atSecond(seconds) : null);

/** Profit of a win as a fraction of the stake. The payout of a proposal or contract includes the stake. */
export const payoutRatioOf = (payout: number, stake: number): Ratio =>
  ratio(Math.round(((payout - stake) / stake) * 10_000) / 10_000);

/** The contract of an open row; null for a type that we do not place. */
export function contractOfOpen(row: OpenContractRow, owner: Owner): BrokerContract | null {
  const begin = beginOf(row.contract_type, row.underlying_symbol ?? row.underlying, owner);
  if (begin === null) return null;
  return {
    ...begin,
    contractId: String(row.contract_id),
    stakeMinor: row.buy_price,
    payoutRatio: payoutRatioOf(row.payout, formatMinor(row.buy_price, owner.currency)),
    entryPrice: row.entry_spot ?? row.entry_tick ?? null,
    entryTickMs: tickMs(row.entry_spot_time ?? row.entry_tick_time),
    openedAtMs: atSecond(row.date_start),
    expiryMs: atSecond(row.date_expiry),
    result: resultOf(row),
  };
}

/** The result of a contract, from its status once it is sold; null before. */
function resultOf(row: OpenContractRow): ContractResult | null {
  const outcome = OUTCOMES[row.status ?? 'open'];
  if (row.is_sold !== 1 || outcome === null || typeof row.profit !== 'number') return null;
  return {
    outcome,
    profitMinor: row.profit,
    settlePrice: row.exit_spot ?? row.exit_tick ?? null,
    settleTickMs: tickMs(row.exit_spot_time ?? row.exit_tick_time),
    settledAtMs: atSecond(row.sell_time ?? row.date_settlement ?? row.date_expiry),
  };
}

const OUTCOMES = { open: null, won: 'won', lost: 'lost', sold: 'sold', cancelled: 'void' } as const;

export function contractOfPortfolio(row: PortfolioRow, owner: Owner): BrokerContract | null {
  const begin = beginOf(row.contract_type, row.underlying_symbol ?? row.symbol, owner);
  if (begin === null) return null;
  return {
    ...begin,
    contractId: String(row.contract_id),
    stakeMinor: row.buy_price,
    payoutRatio: payoutRatioOf(row.payout, formatMinor(row.buy_price, owner.currency)),
    entryPrice: null,
    entryTickMs: null,
    openedAtMs: atSecond(row.date_start),
    expiryMs: atSecond(row.expiry_time),
    result: null,
  };
}

/** A closed contract of the profit table. Only its shortcode holds its terms. */
export function contractOfProfit(row: ProfitRow, owner: Owner): BrokerContract | null {
  const [, type = '', symbol, startS, expiryS] = SHORTCODE.exec(row.shortcode) ?? [];
  const begin = beginOf(type, symbol, owner);
  if (begin === null || typeof row.contract_id !== 'number' || typeof row.sell_price !== 'number') return null;
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

function outcomeOf(sellMinor: MinorUnits, buyMinor: MinorUnits, wasEarly: boolean): ContractResult['outcome'] {
  if (wasEarly) return 'sold';
  if (sellMinor === 0) return 'lost';
  return sellMinor === buyMinor ? 'void' : 'won';
}

function beginOf(contractType: string, theirs: string | undefined, { accountId, ours }: Owner) {
  const direction = directionOf(contractType);
  const symbol = theirs === undefined ? null : ours(theirs);
  return direction === null || symbol === null ? null : { orderId: null, accountId, symbol, direction };
}
