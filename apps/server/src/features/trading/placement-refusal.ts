import type { ErrorCode } from '@vigia/contract';
import { assertNever, type EpochMs, type MinorUnits } from '@vigia/core/kernel';
import type { RiskRefused } from '@vigia/core/risk';
import type { MarketCondition } from '../market-data/index.ts';
import { resetText } from './risk/reset-text.ts';

/** Why an order was not accepted: nothing was charged. The values fill the sentence of the code. */
export type PlacementRefusal = {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
  /** Machine-readable details: when a limit resets, as `resets_at`. */
  readonly details?: readonly { readonly path: string; readonly message: string }[];
};

/** Clock and zone of the user who reads a refusal: times are written in their zone. */
type Reader = { readonly nowMs: EpochMs; readonly timeZone: string };

type Order = { readonly stakeMinor: MinorUnits; readonly asset: { readonly symbol: string } };

/** Converts a refusal of the risk guard to an error code with the figures that fill its Spanish sentence. */
export function riskRefusal(
  refused: RiskRefused,
  order: Order,
  { state, ageMs }: MarketCondition,
  reader: Reader,
): PlacementRefusal {
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
      return until(refused.details.resetsAtMs, reader, (resets) => ({
        code,
        values: { limit: money(refused.details.limitMinor), resets },
      }));
    case 'daily_trade_limit':
      return until(refused.details.resetsAtMs, reader, (resets) => ({
        code,
        values: { limit: refused.details.dailyTradeLimit, resets },
      }));
    case 'cool_down':
      return until(refused.details.untilMs, reader, (text) => ({
        code,
        values: { losses: refused.details.losses, until: text },
      }));
    case 'kill_switch':
    case 'reality_check_due':
      return { code, values: {} };
    default:
      return assertNever(code);
  }
}

/**
 * Returns a refusal that ends at a known time: the time is written out for the user and added as an instant for
 * programs.
 */
function until(
  resetsAtMs: EpochMs,
  { nowMs, timeZone }: Reader,
  refuse: (text: string) => PlacementRefusal,
): PlacementRefusal {
  const details = [{ path: 'resets_at', message: new Date(resetsAtMs).toISOString() }];
  return { ...refuse(resetText(resetsAtMs, nowMs, timeZone)), details };
}

const MONEY = new Intl.NumberFormat('es-419', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Formats an amount of cents for use within a sentence: '1,234.50'. */
export const money = (minor: number): string => MONEY.format(minor / 100);

/** docs/spec/api.md §3 writes these two limits as the bare value: 'Monto mínimo: $1'. */
const plain = (minor: MinorUnits): string => String(minor / 100);
