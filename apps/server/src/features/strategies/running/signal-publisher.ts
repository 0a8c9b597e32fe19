import { epochMs, type IdSource, price } from '@vigia/core/kernel';
import { expirationOf, type SettleableSignal, type Settlement } from '@vigia/core/pcr';
import { lengthIn } from '@vigia/core/trades';
import { closesAfterVersionStart, dataFaultOf } from '../../automations/index.ts';
import { type DecidedEntry, type JournalListener, type StoredEntry, UNDECIDED_COLUMNS } from '../../signals/index.ts';
import type { StrategyDeps } from '../deps.ts';
import { findStrategySignalsByIds, type StoredSignal } from '../signal.repository.ts';
import { type StrategySignalBody, toSignalBody } from '../signal-body.ts';
import type { RefusalReason } from '../signal-refusals.ts';
import { toSignalView } from '../strategy-views.ts';
import { STRATEGY_SIGNAL_CHANGED } from '../topics.ts';
import type { StrategyListener } from './open-groups.ts';
import type { FoundSignal } from './rule-group.ts';
import type { StrategyAutomations, StrategyRun } from './strategy-run.ts';

const BASIS_POINTS = 10_000;

type PublisherDeps = Pick<StrategyDeps, 'db' | 'bus' | 'markets'> & { readonly ids: IdSource };

/**
 * Adds the signals of strategies to their hash chains and records refusals. Publishes new and settled signals to their
 * users.
 */
export class SignalPublisher implements StrategyListener, JournalListener {
  readonly #deps: PublisherDeps;
  readonly #engine: () => StrategyAutomations;

  /** @param engine called from the first signal on, because the engine's constructor needs this publisher */
  constructor(deps: PublisherDeps, engine: () => StrategyAutomations) {
    this.#deps = deps;
    this.#engine = engine;
  }

  readonly onFound = (run: StrategyRun, found: FoundSignal): void => {
    // A candle that closed before the version went live belongs to the version's history.
    if (run.isFolding || !closesAfterVersionStart(run.row, found.candle.time)) return;
    const reason = this.#dataRefusal(run) ?? found.refusal ?? this.#publish(run, found);
    if (reason === null) return;
    const { direction, closeMs: atMs } = found;
    run.refuse({ id: this.#deps.ids.next(), atMs, direction, reason });
  };

  readonly onSettled = ({ row }: StrategyRun, { signal, outcome, settlePrice }: Settlement<SettleableSignal>): void => {
    const { id: ownerId, user_id: userId } = row;
    this.#engine().journal.settle({ ownerId, userId, entryTimeMs: signal.entryTime, outcome, settlePrice });
  };

  /**
   * Publishes new signals of strategies. The `userId` of a strategy is never null, because only built-in setups have no
   * user.
   */
  onStored(stored: readonly StoredEntry[]): void {
    for (const entry of stored) if (entry.userId !== null) this.#notify(toStoredSignal(entry, entry.userId));
  }

  onDecided(decided: readonly DecidedEntry[]): Promise<void> {
    return this.onTakenOver(decided.map(({ signalId }) => signalId));
  }

  async onTakenOver(signalIds: readonly string[]): Promise<void> {
    for (const stored of await findStrategySignalsByIds(this.#deps.db.sql, signalIds)) this.#notify(stored);
  }

  #dataRefusal({ row }: StrategyRun): RefusalReason | null {
    const isBackfilled = this.#engine().registry.streamOf(row)?.isBackfilled ?? false;
    const condition = this.#deps.markets.at(row.price_source).condition(row.asset);
    const fault = dataFaultOf(isBackfilled, condition);
    if (fault === null) return null;
    return { stage: 'data', fault, ageMs: fault === 'backfilled' ? null : condition.ageMs };
  }

  /**
   * Adds a signal to its hash chain. @returns the refusal if the payout is below the strategy's smallest payout; null
   * if the signal is stored
   */
  #publish(run: StrategyRun, { direction, criteria, candle, closeMs }: FoundSignal): RefusalReason | null {
    const { row, rules } = run;
    const market = this.#deps.markets.at(row.price_source);
    const length = lengthIn(rules.parameters);
    const { expirationTime: expirationMs } = expirationOf(closeMs, length);
    // A duration that this price source does not offer has payout 0. Users can view its signals but not trade them.
    const payoutRatio = (market.payoutBp(row.asset, length, closeMs) ?? 0) / BASIS_POINTS;
    const payoutMin = rules.parameters.gates?.payout_min ?? 0;
    if (payoutRatio < payoutMin) return { stage: 'gate', gate: 'payout', value: payoutRatio, limit: payoutMin };
    const { id: ownerId, name: ownerName, version, user_id: userId, asset, timeframe } = row;
    const found = { strategyId: ownerId, version, rules, asset, timeframe, source: market.source, direction, candle };
    const body = toSignalBody({ ...found, criteria, entryTimeMs: closeMs, expirationMs, payoutRatio });
    const entry = { ownerId, ownerName, version, userId, symbol: asset, direction, candleTime: candle.time };
    this.#engine().journal.publish({ ...entry, entryTimeMs: closeMs, expirationMs, body });
    run.follow(toSettleable(body));
    return null;
  }

  #notify(stored: StoredSignal): void {
    this.#deps.bus.publish(STRATEGY_SIGNAL_CHANGED, { userId: stored.user_id, signal: toSignalView(stored) });
  }
}

const toSettleable = (body: StrategySignalBody): SettleableSignal => ({
  direction: body.direction,
  entryTime: epochMs(body.entry_time_ms),
  entryPrice: price(body.entry_price),
  expirationTime: epochMs(body.expiration_ms),
  ...(body.expiry_ticks !== undefined && { inTicks: true }),
});

/** Converts a new entry without a database read, because the stored signal may already be decided. */
const toStoredSignal = (entry: StoredEntry, userId: string): StoredSignal => ({
  id: entry.id,
  seq: entry.seq,
  hash: entry.hash,
  // This journal contains only signals of strategies, so each body has this type.
  body: entry.body as unknown as StrategySignalBody,
  strategy_id: entry.ownerId,
  strategy_name: entry.ownerName,
  user_id: userId,
  outcome: null,
  settle_price: null,
  trade_id: null,
  ...UNDECIDED_COLUMNS,
});
