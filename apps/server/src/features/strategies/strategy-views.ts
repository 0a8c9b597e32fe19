import type { StrategySignalView, StrategyView } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { formatMinor } from '@vigia/core/money';
import { EvidenceFold } from '@vigia/core/statistics';
import type { StrategyRules } from '@vigia/core/strategies';
import { expiryFields, lengthFields, lengthIn } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import { toLiveCardView, type WatchedCard } from '#platform/http/card-view.ts';
import { automationAccount } from '../accounts/index.ts';
import { lengthOfSignal, toDecisionView, toEntryDelayView } from '../signals/index.ts';
import type { StrategyRecord } from './record.repository.ts';
import type { StoredSignal } from './signal.repository.ts';
import type { StrategyRow } from './strategy.repository.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Builds the API view of a strategy.
 * @param payoutRatio the asset's current payout for the strategy's duration; null if there is none
 */
export function toStrategyView(
  row: StrategyRow,
  rules: StrategyRules,
  record: StrategyRecord,
  { payout: payoutRatio, source }: { readonly payout: number | null; readonly source: PriceSource },
  { signals, trades }: { readonly signals: WatchedCard; readonly trades: WatchedCard | undefined },
): StrategyView {
  const money = (minor: number): number => formatMinor(minorUnits(minor), record.currency);
  // A strategy without trades on its account has no card of trades among those that are corrected together.
  const card = toLiveCardView(trades ?? { ...signals, fold: new EvidenceFold() });
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: rules.type,
    status: row.status,
    asset: row.asset,
    timeframe: row.timeframe,
    price_source: source,
    auto_trade: row.auto_trade,
    account_broker: row.account_broker ?? 'mock',
    account_kind: automationAccount(row)?.kind ?? 'mock',
    currency: record.currency,
    version: row.version,
    parameters: { ...rules.parameters, ...lengthFields(lengthIn(rules.parameters)) },
    performance: {
      total_trades: record.trades,
      win_rate: card.rate,
      profit_loss: record.profit_minor === null ? null : money(record.profit_minor),
      created_at: row.created_at.toISOString(),
      last_trade_at: record.last_trade_at?.toISOString() ?? null,
      card,
      equity: (record.equity_minor ?? []).map(money),
    },
    signals: {
      total: record.signals,
      today: record.signals_today,
      card: toLiveCardView(signals, payoutRatio),
      last_signal_at: record.last_entry_ms === null ? null : iso(record.last_entry_ms),
    },
    entry_delay: toEntryDelayView(record),
    payout: payoutRatio,
    updated_at: row.updated_at.toISOString(),
  };
}

export function toSignalView({ body, ...stored }: StoredSignal): StrategySignalView {
  return {
    id: stored.id,
    strategy_id: stored.strategy_id,
    strategy_name: stored.strategy_name,
    asset: body.asset,
    timeframe: body.timeframe,
    is_external: body.type === 'external',
    direction: body.direction,
    entry_price: body.entry_price,
    entry_time: iso(body.entry_time_ms),
    expiration_time: iso(body.expiration_ms),
    ...expiryFields(lengthOfSignal(body)),
    status: stored.outcome ?? 'pending',
    settle_price: stored.settle_price,
    seq: stored.seq,
    hash: stored.hash,
    trade_id: stored.trade_id,
    decision: toDecisionView(stored),
    payout: body.payout,
    criteria: (body.criteria ?? []).map(({ values, ...criterion }) => ({ ...criterion, values: [...values] })),
  };
}
