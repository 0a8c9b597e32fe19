import type { Settlement, Signal } from '@vigia/core/pcr';
import type { SignalJournal } from '../signals/index.ts';
import type { PcrDeps } from './deps.ts';
import type { DataFault } from './rejection-log.ts';
import type { SetupRun } from './setup-run.ts';
import { toSignalBody } from './signal-body.ts';
import type { SignalTeller } from './signal-teller.ts';

const BASIS_POINTS = 10_000;

type OutletDeps = {
  readonly markets: PcrDeps['markets'];
  readonly journal: SignalJournal;
  readonly teller: SignalTeller;
};

/** Decides whether a signal that was found may be published, and hands it to the journal. */
export class SignalOutlet {
  readonly #deps: OutletDeps;

  constructor(deps: OutletDeps) {
    this.#deps = deps;
  }

  /**
   * Publishes a signal of a candle that closed live, on a market that is. Any other counts for its zone and for confidence
   * (live and replay agree) but is nothing to act on.
   * @returns why the data forbade it; null if it was published, or belongs to the past
   */
  take(run: SetupRun, signal: Signal, isBackfilled: boolean): DataFault | null {
    const candleTime = run.candleTimeOf(signal);
    if (run.isFolding || !run.closesLive(candleTime)) return null;
    const fault = isBackfilled ? 'backfilled' : this.#fault(run);
    if (fault === null) this.#publish(run, signal, candleTime);
    return fault;
  }

  /** What came before this version went live belongs to an earlier one, which may have said something else at that moment. */
  settle(run: SetupRun, { signal, outcome, settlePrice }: Settlement): void {
    if (!run.closesLive(run.candleTimeOf(signal))) return;
    const { id: ownerId, user_id: userId } = run.row;
    this.#deps.journal.settle({ ownerId, userId, entryTimeMs: signal.entryTime, outcome, settlePrice });
  }

  /** A recording played fast runs ahead of the clock: its prices are as fresh as they will ever be. */
  #fault({ row }: SetupRun): DataFault | null {
    const { state } = this.#deps.markets.at(row.price_source).condition(row.asset);
    return state === 'live' || state === 'ahead' ? null : state;
  }

  #publish(run: SetupRun, signal: Signal, candleTime: number): void {
    const { markets, journal, teller } = this.#deps;
    const { id, version, asset, timeframe, user_id, price_source } = run.row;
    const market = markets.at(price_source);
    const { time, open, high, low, close, atr } = run.place.group.detectors.fold;
    const payoutBp = market.payoutBp(asset, run.rules.expiry, signal.entryTime);
    const origin = { setupId: id, setupVersion: version, asset, timeframe, source: market.source };
    const body = toSignalBody(signal, origin, {
      candle: { time, open, high, low, close },
      atr: Number.isNaN(atr) ? null : atr,
      payout: payoutBp === null ? null : payoutBp / BASIS_POINTS,
    });
    teller.expect(run.row, body);
    journal.publish({
      ...{ ownerId: id, version, userId: user_id, symbol: asset, direction: signal.direction, candleTime, body },
      entryTimeMs: signal.entryTime,
      expirationMs: signal.expirationTime,
    });
  }
}
