import type { ErrorCode } from '@vigia/contract';
import { assertNever, type MinorUnits } from '@vigia/core/kernel';
import type { RiskRefused } from '@vigia/core/risk';
import type { MarketCondition } from '../market-data/index.ts';

/** Why an order was not taken: nothing was charged. The values fill the sentence of the code. */
export type PlacementRefusal = {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
};

type Order = { readonly stakeMinor: MinorUnits; readonly asset: { readonly symbol: string } };

/** The guard's refusal with the figures its Spanish sentence names. */
export function riskRefusal(refused: RiskRefused, order: Order, { state, ageMs }: MarketCondition): PlacementRefusal {
  const { code } = refused;
  switch (code) {
    case 'amount_below_minimum':
      return { code, values: { minimum: plain(refused.details.minStakeMinor) } };
    case 'amount_above_maximum':
      return { code, values: { maximum: plain(refused.details.maxStakeMinor) } };
    case 'market_closed':
      return { code, values: { symbol: order.asset.symbol } };
    case 'feed_stale':
      if (state === 'ahead') return { code: 'feed_ahead', values: {} };
      if (state === 'skewed') return { code: 'feed_skewed', values: { symbol: order.asset.symbol } };
      return {
        code: state === 'frozen' ? 'feed_frozen' : code,
        values: { symbol: order.asset.symbol, seconds: Math.round((ageMs ?? 0) / 1_000) },
      };
    case 'too_many_active':
      return { code, values: { maximum: refused.details.maxConcurrentTrades } };
    case 'balance_too_low':
      return { code, values: { balance: money(refused.details.cashMinor), amount: money(order.stakeMinor) } };
    case 'stake_limit':
      return { code, values: { limit: money(refused.details.maxStakeMinor) } };
    case 'daily_loss_limit':
    case 'weekly_loss_limit':
      return { code, values: { limit: money(refused.details.limitMinor) } };
    case 'daily_trade_limit':
      return { code, values: { limit: refused.details.dailyTradeLimit } };
    case 'cool_down':
      return { code, values: { losses: refused.details.losses, until: clockTime(refused.details.untilMs) } };
    case 'kill_switch':
      return { code, values: {} };
    default:
      return assertNever(code);
  }
}

const MONEY = new Intl.NumberFormat('es-419', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = (minor: MinorUnits): string => MONEY.format(minor / 100);

/** The specification writes these two limits as the bare value: 'Monto mínimo: $1'. */
const plain = (minor: MinorUnits): string => String(minor / 100);

const clockTime = (timeMs: number): string => new Date(timeMs).toISOString().slice(11, 16);
