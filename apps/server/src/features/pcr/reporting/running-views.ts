import type { PcrDebug, PcrSequenceView } from '@vigia/contract';
import type { Sequence } from '@vigia/core/pcr';
import { SEQUENCES_OF_GROUP } from '../running/sequence-group.ts';
import type { RunningRow, SetupEngine, SetupRun } from '../running/setup-run.ts';
import { debugView } from './debug-view.ts';
import type { EventLog } from './event-log.ts';
import { toSequenceView } from './views.ts';

/** Largest number of sequences in one response, over all setups. A response with all sequences would have megabytes. */
const SEQUENCES_TOLD = 1_000;

/** Returns the sequences of the setups that pass `isWanted`, newest first. */
export function sequencesOf(
  { runs }: SetupEngine['registry'],
  isWanted: (row: RunningRow) => boolean,
): PcrSequenceView[] {
  const wanted = [...runs.values()].filter(({ row }) => isWanted(row));
  const share = Math.ceil(SEQUENCES_TOLD / Math.max(1, wanted.length));
  return wanted
    .flatMap((run) =>
      lastOf(run, share).map((found) => toSequenceView(run.row, found, run.zoneOf(found.breakingCandle.time))),
    )
    .toSorted((a, b) => b.breaking_candle.time - a.breaking_candle.time);
}

/** Returns the debug view of a setup; null if it does not run. */
export function debugViewOf(
  registry: SetupEngine['registry'],
  setupId: string,
  since: () => ReturnType<EventLog['since']>,
  engine: Omit<PcrDebug['engine'], 'streams' | 'setups' | 'restored_from'>,
): PcrDebug | null {
  const run = registry.runs.get(setupId);
  const stream = run && registry.streamOf(run.row);
  if (run === undefined || stream === undefined) return null;
  const { streams, runs } = registry;
  return debugView(run, {
    stream,
    sequences: lastOf(run),
    events: since(),
    condition: registry.marketOf(run.row).condition(run.row.asset),
    engine: { ...engine, streams: streams.size, setups: runs.size, restored_from: run.restoredFrom },
  });
}

/** Returns the last `count` sequences, newest first. */
const lastOf = (run: SetupRun, count: number = SEQUENCES_OF_GROUP.max): Sequence[] =>
  run.membership.group.sequences.slice(-count).toReversed();
