import { readPcrSetup } from '@vigia/contract';
import { bucketOf } from '@vigia/core/candles';
import { type PcrRules, pcrRulesOf, sequenceKey } from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { type OpenedGroups, type OpenRequest, pastCandlesBuilder } from '../../automations/index.ts';
import type { PcrDeps, PcrMarket } from '../deps.ts';
import type { SetupRow } from '../pcr.repository.ts';
import { RULE_VERSION } from '../publishing/signal-body.ts';
import { type GroupContext, SequenceGroup } from './sequence-group.ts';
import { type RunListener, SetupRun, type SharedEvaluation, toRunningRow } from './setup-run.ts';
import { findStates, type SavedState, type StateRow } from './states.repository.ts';

type OpenDeps = Pick<PcrDeps, 'db' | 'log'> & { readonly market: PcrMarket };

/** A run that is being started, and its saved state. */
type Beginning = { readonly run: SetupRun; readonly state: SavedState | null };

/** Runs that start from one state and therefore replay their history together. */
type Cohort = {
  /** Open time of the first minute of the candles to replay. */
  readonly fromTime: number;
  /** Open time, in epoch seconds, before which minutes are already part of the state. */
  readonly throughTime: number;
  readonly members: Beginning[];
};

/**
 * Starts setups of one asset of one market. For each timeframe, replays their history, from their saved states if these
 * are still valid.
 * @throws if the history cannot be read
 */
export async function startSetupRuns(
  { db, log }: Pick<PcrDeps, 'db' | 'log'>,
  { market, asset, rows }: OpenRequest<SetupRow, PcrMarket>,
  hear: RunListener,
  context: GroupContext,
): Promise<ReadonlyMap<Timeframe, OpenedGroups<SharedEvaluation>>> {
  const cohorts = await findCohorts({ db, log, market }, rows, hear);
  const opened = new Map<Timeframe, OpenedGroups<SharedEvaluation>>();
  if (cohorts.length === 0) return opened;
  // The ticks of the current minute arrived before this engine subscribed. The newest tick may decide an outcome.
  const latest = market.latest(asset);
  const minutes = await market.history1m(asset, Math.min(...cohorts.map(({ fromTime }) => fromTime)));
  const pastOf = pastCandlesBuilder(minutes);
  for (const cohort of cohorts) {
    const { timeframe } = cohort.members[0]?.run.row ?? {};
    if (timeframe === undefined) continue;
    const past = pastOf(cohort.fromTime, timeframe);
    const group = groupOf(cohort, context);
    group.foldHistory(past.minutes, past.candles, cohort.throughTime);
    if (latest !== null) group.onTick(latest.timeMs, latest.price);
    const known = opened.get(timeframe) ?? { groups: [], past: past.candles };
    opened.set(timeframe, known);
    known.groups.push(group);
    if (past.candles.length > known.past.length) known.past = past.candles;
  }
  return opened;
}

async function findCohorts(deps: OpenDeps, rows: readonly SetupRow[], hear: RunListener): Promise<readonly Cohort[]> {
  const saved = new Map((await savedStates(deps, rows)).map((state) => [state.setup_id, state]));
  const cohorts = new Map<string, Cohort>();
  for (const row of rows) {
    const state = saved.get(row.id) ?? null;
    const run = runOf(deps, row, state, hear);
    if (run === null) continue;
    const { fromTime, throughTime } = beginningOf(row, state, deps.market.historyFloor());
    const stands = state === null ? '' : JSON.stringify(state.state.detector.sequences);
    const key = `${sequenceKey(run.rules)} ${fromTime} ${throughTime} ${stands}`;
    const cohort = cohorts.get(key) ?? { fromTime, throughTime, members: [] };
    cohorts.set(key, cohort);
    cohort.members.push({ run, state: state?.state ?? null });
  }
  return [...cohorts.values()];
}

/**
 * Reads the saved states that are still valid. A state of a recording is never valid, because the recording restarts
 * with the server. A state is invalid if it was saved with other rules or from other prices. A state that starts before
 * the available history is invalid too.
 */
async function savedStates({ db, market }: OpenDeps, rows: readonly SetupRow[]): Promise<readonly StateRow[]> {
  if (market.source === 'replay') return [];
  const kept = rows.filter(({ anchor_time }) => anchor_time >= market.historyFloor());
  const versions = new Map(kept.map(({ id, version }) => [id, version]));
  const states = await findStates(db.sql, [...versions.keys()]);
  return states.filter(
    ({ setup_id, version, rule_version, state }) =>
      version === versions.get(setup_id) && rule_version === RULE_VERSION && state.source === market.source,
  );
}

/**
 * Creates the run of a setup. Returns null for a setup whose stored rules are no longer valid, so that the others still
 * start.
 */
function runOf({ log }: OpenDeps, row: SetupRow, state: StateRow | null, hear: RunListener): SetupRun | null {
  const parsed = readPcrSetup(row.definition);
  if (parsed.ok) return new SetupRun(toRunningRow(row), rulesOf(parsed.value, row), hear, state?.state.run ?? null);
  log.error({ setup: row.id, fault: parsed.error }, 'a stored setup is not valid any more: it does not run');
  return null;
}

/** Returns only the rules that the detector needs, because thousands of setups stay in memory. */
const rulesOf = (rules: PcrRules, { timeframe }: SetupRow): PcrRules => ({ ...pcrRulesOf(rules), timeframe });

/**
 * Returns the times from which a run reads and replays its history. A saved state may end within a candle. The state
 * then already contains the ticks of the first minutes of that candle.
 */
function beginningOf(row: SetupRow, state: StateRow | null, floor: number) {
  if (state === null) {
    const fromTime = Math.max(row.anchor_time, floor);
    return { fromTime, throughTime: fromTime };
  }
  const throughTime = state.through_time;
  return { fromTime: bucketOf(throughTime, TIMEFRAME_SECONDS[row.timeframe]), throughTime };
}

function groupOf({ members }: Cohort, context: GroupContext): SequenceGroup {
  const [first] = members;
  if (first === undefined) throw new Error('a cohort has members');
  const group = new SequenceGroup(first.run.rules, context);
  if (first.state !== null) {
    const { detector, sequences, lastTickMs } = first.state;
    group.restore(detector.sequences, sequences, lastTickMs);
  }
  for (const { run, state } of members) group.add(run, state?.detector);
  return group;
}
