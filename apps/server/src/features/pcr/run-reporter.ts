import type { RejectedCandidate, Sequence, Settlement, Signal } from '@vigia/core/pcr';
import type { Bus } from '#platform/bus/bus.ts';
import type { EventLog } from './event-log.ts';
import type { Roster } from './roster.ts';
import type { SequenceGroup } from './sequence-group.ts';
import type { RunListener, SetupRun } from './setup-run.ts';
import type { SignalOutlet } from './signal-outlet.ts';
import { SEQUENCE_FOUND } from './topics.ts';
import { type TrackedZone, toSequenceView } from './views.ts';

type ReporterDeps = {
  readonly bus: Bus;
  readonly roster: Roster;
  readonly outlet: SignalOutlet;
  readonly events: EventLog;
};

/** Passes on what running setups find: signals to their outlet, the rest to whoever looks. */
export class RunReporter implements RunListener {
  readonly #deps: ReporterDeps;

  constructor(deps: ReporterDeps) {
    this.#deps = deps;
  }

  /** A valid sequence is told of once its zone is known, which follows at once. */
  onSequence(group: SequenceGroup, sequence: Sequence): void {
    for (const run of group.runs) {
      if (run.isFolding) return;
      this.#deps.events.add(run.row.id, sequence.breakingCandle.time * 1_000, 'sequence', () =>
        toSequenceView(run.row, sequence, null),
      );
      if (!sequence.isValid) this.#announce(run, sequence, null);
    }
  }

  onZone(run: SetupRun, tracked: TrackedZone): void {
    if (run.isFolding) return;
    const { zone, state, endedAt } = tracked;
    this.#deps.events.add(run.row.id, (endedAt ?? zone.createdAt) * 1_000, `zone_${state}`, () => ({
      ...zone.levels,
      extreme: zone.extreme,
    }));
    this.#announce(run, zone.sequence, tracked);
  }

  onSignal(run: SetupRun, signal: Signal): void {
    const { roster, outlet, events } = this.#deps;
    const fault = outlet.take(run, signal, roster.streamOf(run.row)?.isBackfilled ?? false);
    if (fault !== null) run.rejections.addUnfit(signal, fault, roster.marketOf(run.row).condition(run.row.asset).ageMs);
    if (run.isFolding) return;
    const detail = () => ({
      direction: signal.direction,
      entry_point: signal.entryPoint,
      entry_price: signal.entryPrice,
      refused: fault,
    });
    events.add(run.row.id, signal.entryTime, 'signal', detail);
  }

  onSettlement(run: SetupRun, settlement: Settlement): void {
    const { outlet, events } = this.#deps;
    outlet.settle(run, settlement);
    const { signal, outcome, settlePrice } = settlement;
    events.add(run.row.id, signal.expirationTime, 'outcome', () => ({ outcome, settle_price: settlePrice }));
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

  #announce({ row }: SetupRun, sequence: Sequence, tracked: TrackedZone | null): void {
    const view = () => toSequenceView(row, sequence, tracked);
    this.#deps.bus.publish(SEQUENCE_FOUND, { userId: row.user_id, sequence: view });
  }
}
