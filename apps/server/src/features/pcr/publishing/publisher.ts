import type { RejectedCandidate, Sequence, Settlement, Signal } from '@vigia/core/pcr';
import { expiryLengthIn } from '@vigia/core/trades';
import { type DataFault, dataFaultOf } from '../../automations/index.ts';
import { type DecidedEntry, type JournalListener, type StoredEntry, UNDECIDED_COLUMNS } from '../../signals/index.ts';
import type { PcrDeps } from '../deps.ts';
import { findSignalsByIds, type StoredSignal } from '../pcr.repository.ts';
import type { EventLog } from '../reporting/event-log.ts';
import { type TrackedZone, toSequenceView, toSignalView } from '../reporting/views.ts';
import type { RunListener, SetupEngine, SetupRun, SharedEvaluation } from '../running/setup-run.ts';
import { SEQUENCE_FOUND, SIGNAL_CHANGED } from '../topics.ts';
import { type SignalBody, toSignalBody } from './signal-body.ts';

const BASIS_POINTS = 10_000;

type PublisherDeps = Pick<PcrDeps, 'db' | 'bus' | 'markets'> & { readonly events: EventLog };

/**
 * Publishes the findings of running setups. Signals go through the journal, which stores them before they are
 * published; all other findings are published at once.
 */
export class Publisher implements RunListener, JournalListener {
  readonly #deps: PublisherDeps;
  readonly #engine: () => SetupEngine;

  /**
   * Creates a publisher.
   * @param engine called from the first signal on, because the engine's constructor needs this publisher
   */
  constructor(deps: PublisherDeps, engine: () => SetupEngine) {
    this.#deps = deps;
    this.#engine = engine;
  }

  /**
   * Publishes an invalid sequence at once. A valid sequence is published together with its price zone, right after this
   * call.
   */
  onSequence(group: SharedEvaluation, sequence: Sequence): void {
    for (const run of group.runs) {
      if (run.isFolding) return;
      this.#deps.events.add(run.row.id, sequence.breakingCandle.time * 1_000, 'sequence', () =>
        toSequenceView(run.row, sequence, null),
      );
      if (!sequence.isValid) this.#publishSequence(run, sequence, null);
    }
  }

  onZone(run: SetupRun, tracked: TrackedZone): void {
    if (run.isFolding) return;
    const { zone, state, endedAt } = tracked;
    this.#deps.events.add(run.row.id, (endedAt ?? zone.createdAt) * 1_000, `zone_${state}`, () => ({
      ...zone.levels,
      extreme: zone.extreme,
    }));
    this.#publishSequence(run, zone.sequence, tracked);
  }

  onSignal(run: SetupRun, signal: Signal): void {
    const { markets, events } = this.#deps;
    const fault = this.#publishSignal(run, signal);
    if (fault !== null)
      run.rejections.addUnfit(signal, fault, markets.at(run.row.price_source).condition(run.row.asset).ageMs);
    if (run.isFolding) return;
    const detail = () => ({
      direction: signal.direction,
      entry_point: signal.entryPoint,
      entry_price: signal.entryPrice,
      refused: fault,
    });
    events.add(run.row.id, signal.entryTime, 'signal', detail);
  }

  /**
   * Settles a signal. Ignores a signal from before this version went live, because an earlier version may have decided
   * it differently.
   */
  onSettlement(run: SetupRun, { signal, outcome, settlePrice }: Settlement): void {
    const { id: ownerId, user_id: userId } = run.row;
    if (run.isLive(signal))
      this.#engine().journal.settle({ ownerId, userId, entryTimeMs: signal.entryTime, outcome, settlePrice });
    this.#deps.events.add(ownerId, signal.expirationTime, 'outcome', () => ({ outcome, settle_price: settlePrice }));
  }

  onRejected(run: SetupRun, candidate: RejectedCandidate): void {
    run.rejections.addRefused(candidate);
    const { entryTime, direction, entryPoint, refusal } = candidate;
    this.#deps.events.add(run.row.id, entryTime, 'rejected', () => ({
      direction,
      entry_point: entryPoint,
      ...refusal,
    }));
  }

  onStored(stored: readonly StoredEntry[]): void {
    for (const entry of stored) this.#notify(toStoredSignal(entry));
  }

  onDecided(decided: readonly DecidedEntry[]): Promise<void> {
    return this.onTakenOver(decided.map(({ signalId }) => signalId));
  }

  async onTakenOver(signalIds: readonly string[]): Promise<void> {
    for (const signal of await findSignalsByIds(this.#deps.db.sql, signalIds)) this.#notify(signal);
  }

  /**
   * Passes a signal to the journal if its candle closed live on a live market. An unpublished signal still counts for
   * its price zone and for the confidence, so that live signals and a replay agree.
   * @returns the data fault that prevents publishing; null if the signal was published or belongs to the history
   */
  #publishSignal(run: SetupRun, signal: Signal): DataFault | null {
    if (run.isFolding || !run.isLive(signal)) return null;
    const { row } = run;
    const isBackfilled = this.#engine().registry.streamOf(row)?.isBackfilled ?? false;
    const fault = dataFaultOf(isBackfilled, this.#deps.markets.at(row.price_source).condition(row.asset));
    if (fault === null) this.#journalSignal(run, signal, run.candleTimeOf(signal));
    return fault;
  }

  #journalSignal(run: SetupRun, signal: Signal, candleTime: number): void {
    const { id, name, version, asset, timeframe, user_id: userId } = run.row;
    const market = this.#deps.markets.at(run.row.price_source);
    const { time, open, high, low, close, atr } = run.membership.group.detectors.fold;
    const length = expiryLengthIn(run.rules);
    const payoutBp = market.payoutBp(asset, length, signal.entryTime);
    const { patterns } = run.rules;
    const origin = { setupId: id, setupVersion: version, asset, timeframe, source: market.source, patterns };
    const body = toSignalBody(signal, origin, {
      candle: { time, open, high, low, close },
      atr: Number.isNaN(atr) ? null : atr,
      length,
      payout: payoutBp === null ? null : payoutBp / BASIS_POINTS,
    });
    this.#engine().journal.publish({
      ownerId: id,
      ownerName: name,
      version,
      userId,
      symbol: asset,
      direction: signal.direction,
      candleTime,
      body,
      entryTimeMs: signal.entryTime,
      expirationMs: signal.expirationTime,
    });
  }

  #publishSequence({ row }: SetupRun, sequence: Sequence, tracked: TrackedZone | null): void {
    const view = () => toSequenceView(row, sequence, tracked);
    this.#deps.bus.publish(SEQUENCE_FOUND, { userId: row.user_id, sequence: view });
  }

  #notify(stored: StoredSignal): void {
    const currentPrice = this.#deps.markets.at(stored.body.source).latest(stored.body.asset)?.price ?? null;
    this.#deps.bus.publish(SIGNAL_CHANGED, { userId: stored.user_id, signal: toSignalView(stored, currentPrice) });
  }
}

const toStoredSignal = (entry: StoredEntry): StoredSignal => ({
  id: entry.id,
  seq: entry.seq,
  hash: entry.hash,
  // This journal contains only signals of setups, so each body has this type.
  body: entry.body as unknown as SignalBody,
  setup_id: entry.ownerId,
  setup_name: entry.ownerName,
  user_id: entry.userId,
  published_at: new Date(entry.publishedAtMs),
  outcome: null,
  settle_price: null,
  trade_id: null,
  ...UNDECIDED_COLUMNS,
});
