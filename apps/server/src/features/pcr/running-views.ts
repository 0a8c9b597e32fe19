import type { PcrDebug, PcrSequenceView } from '@vigia/contract';
import { debugView } from './debug-view.ts';
import type { EventLog } from './event-log.ts';
import type { Roster } from './roster.ts';
import type { RunningRow, SetupRun } from './setup-run.ts';
import { toSequenceView } from './views.ts';

/** Sequences in memory for screens, of one group. */
export const SEQUENCES_OF_GROUP = { min: 8, max: 200 } as const;
/** Told to one person at once: of many setups each has its share, or a poll would weigh megabytes. */
const SEQUENCES_TOLD = 1_000;

/** Of the setups `isWanted` lets through, newest first. */
export function sequencesOf({ runs }: Roster, isWanted: (row: RunningRow) => boolean): PcrSequenceView[] {
  const wanted = [...runs.values()].filter(({ row }) => isWanted(row));
  const share = Math.ceil(SEQUENCES_TOLD / Math.max(1, wanted.length));
  return wanted
    .flatMap((run) => lastOf(run, share))
    .toSorted((a, b) => b.breaking_candle.time - a.breaking_candle.time);
}

/** A setup from inside; null where it does not run. */
export function debugOf(
  roster: Roster,
  setupId: string,
  since: () => ReturnType<EventLog['since']>,
  engine: Omit<PcrDebug['engine'], 'streams' | 'setups' | 'restored_from'>,
): PcrDebug | null {
  const run = roster.runs.get(setupId);
  const stream = run && roster.streamOf(run.row);
  if (run === undefined || stream === undefined) return null;
  const { streams, runs } = roster;
  return debugView(run, {
    ...{ stream, sequences: lastOf(run), events: since() },
    condition: roster.marketOf(run.row).condition(run.row.asset),
    engine: { ...engine, streams: streams.size, setups: runs.size, restored_from: run.restoredFrom },
  });
}

/** The last `count`, newest first. */
const lastOf = (run: SetupRun, count: number = SEQUENCES_OF_GROUP.max): PcrSequenceView[] =>
  run.place.group.sequences
    .slice(-count)
    .map((sequence) => toSequenceView(run.row, sequence, run.zoneOf(sequence.breakingCandle.time)))
    .toReversed();
