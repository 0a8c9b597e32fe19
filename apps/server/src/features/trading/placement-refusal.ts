import { type ErrorCode, moneyText, plainMoneyText } from '@vigia/contract';
import { assertNever, type EpochMs, type MinorUnits } from '@vigia/core/kernel';
import { type Currency, formatMinor } from '@vigia/core/money';
import type { RiskRefused } from '@vigia/core/risk';
import type { MarketCondition } from '../market-data/index.ts';
import { resetText } from './risk/reset-text.ts';

/** The reason why an order was not accepted. No money was held. The values complete the message of the code. */
export type PlacementRefusal = {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, string | number>>;
  /** Machine-readable details: the time at which a limit resets, as `resets_at`. */
  readonly details?: readonly { readonly path: string; readonly message: string }[];
};

/** The order was prepared for an account that is no longer the chosen one. */
export const OTHER_ACCOUNT_REFUSAL: PlacementRefusal = { code: 'account_changed', values: {} };

/** The idempotency key was used for another request. */
export const KEY_REUSED_REFUSAL: PlacementRefusal = { code: 'idempotency_key_reused', values: {} };

/** The current time, the time zone of the user and the currency of the account, for the text of a refusal. */
type Reader = { readonly nowMs: EpochMs; readonly timeZone: string; readonly currency: Currency };

type Order = { readonly stakeMinor: MinorUnits; readonly asset: { readonly symbol: string } };

/** Converts a refusal of the risk guard to an error code, with the values that complete its Spanish message. */
export function riskRefusal(
  refused: RiskRefused,
  order: Order,
  { state, ageMs }: MarketCondition,
  reader: Reader,
): PlacementRefusal {
  const { code } = refused;
  const text = (minor: MinorUnits) => money(minor, reader.currency);
  const plain = (minor: MinorUnits) => plainMoneyText(formatMinor(minor, reader.currency), reader.currency);
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
      return { code, values: { balance: text(refused.details.cashMinor), amount: text(order.stakeMinor) } };
    case 'stake_limit':
      return { code, values: { limit: text(refused.details.maxStakeMinor) } };
    case 'daily_loss_limit':
    case 'weekly_loss_limit':
      return until(refused.details.resetsAtMs, reader, (resets) => ({
        code,
        values: { limit: text(refused.details.limitMinor), resets },
      }));
    case 'daily_trade_limit':
      return until(refused.details.resetsAtMs, reader, (resets) => ({
        code,
        values: { limit: refused.details.dailyTradeLimit, resets },
      }));
    case 'cool_down':
      return until(refused.details.untilMs, reader, (ends) => ({
        code,
        values: { losses: refused.details.losses, until: ends },
      }));
    case 'kill_switch':
    case 'reality_check_due':
      return { code, values: {} };
    default:
      return assertNever(code);
  }
}

/**
 * Returns the refusal for a limit that ends at a known time. It contains that time as text for the user and as an
 * instant for programs.
 */
function until(
  resetsAtMs: EpochMs,
  { nowMs, timeZone }: Omit<Reader, 'currency'>,
  refuse: (text: string) => PlacementRefusal,
): PlacementRefusal {
  const details = [{ path: 'resets_at', message: new Date(resetsAtMs).toISOString() }];
  return { ...refuse(resetText(resetsAtMs, nowMs, timeZone)), details };
}

/** Formats an amount for use within a sentence: '$1,234.50', '15,000 CLP'. */
export const money = (minor: MinorUnits, currency: Currency): string =>
  moneyText(formatMinor(minor, currency), currency);
