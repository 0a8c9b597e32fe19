import { type PcrSetupView, readPcrSetup } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { formatMinor, PAPER_CURRENCY } from '@vigia/core/money';
import { expiryFields, expiryLengthIn } from '@vigia/core/trades';
import { toLiveCardView, type WatchedCard } from '#platform/http/card-view.ts';
import { automationAccount } from '../../accounts/index.ts';
import { toEntryDelayView } from '../../signals/index.ts';
import type { PcrDeps } from '../deps.ts';
import type { SetupRecord, SetupRow } from '../pcr.repository.ts';

const BASIS_POINTS = 10_000;

/** The counts and profit of a setup that has no signals yet. */
const NO_RECORD = {
  signals: 0,
  today: 0,
  currency: PAPER_CURRENCY,
  profit_minor: null,
  entries: 0,
  entry_median_ms: null,
  entry_p95_ms: null,
} as const;

/**
 * Returns the current payout of the asset for the setup's expiry as a fraction; null if there is none. It applies to
 * signals stored without a payout.
 */
export function currentPayoutOf({ markets, clock }: Pick<PcrDeps, 'markets' | 'clock'>, row: SetupRow): number | null {
  const market = markets.at(row.price_source);
  const parsed = readPcrSetup(row.definition);
  const payoutBp = parsed.ok ? market.payoutBp(row.asset, expiryLengthIn(parsed.value), clock.now()) : null;
  return payoutBp ? payoutBp / BASIS_POINTS : null;
}

/** Builds the API view of a setup; returns null if its stored rules are no longer valid. */
export function toSetupView(
  deps: Pick<PcrDeps, 'markets' | 'clock'>,
  row: SetupRow,
  record: SetupRecord | undefined,
  evidence: WatchedCard,
): PcrSetupView | null {
  const parsed = readPcrSetup(row.definition);
  if (!parsed.ok) return null;
  const setup = parsed.value;
  const { signals, today, currency, profit_minor: profit } = record ?? NO_RECORD;
  const card = toLiveCardView(evidence, currentPayoutOf(deps, row));
  return {
    id: row.id,
    name: row.name,
    asset: row.asset,
    timeframe: row.timeframe,
    price_source: deps.markets.at(row.price_source).source,
    is_active: row.is_active,
    auto_trade: row.auto_trade,
    account_broker: row.account_broker ?? 'mock',
    account_kind: automationAccount(row)?.kind ?? 'mock',
    is_demo: row.user_id === null,
    version: row.version,
    total_signals: signals,
    signals_today: today,
    win_rate: card.rate,
    card,
    profit: profit === null ? null : formatMinor(minorUnits(profit), currency),
    currency,
    entry_delay: toEntryDelayView(record ?? NO_RECORD),
    patterns: setup.patterns,
    filters: [...setup.filters],
    candleTypes: { types: [...setup.candleTypes.types] },
    entryPoints: [...setup.entryPoints],
    trigger: setup.trigger,
    ...expiryFields(expiryLengthIn(setup)),
    riskControl: setup.riskControl,
    moneyManagement: setup.moneyManagement,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
