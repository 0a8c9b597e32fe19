import { type Candle, columnsOf } from '@vigia/core/candles';
import type { Timeframe } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { AutomationRow, AutomationRun, EvaluationGroup } from './automation.ts';
import type { OpenRequest } from './automation-kind.ts';
import type { AutomationMarket } from './deps.ts';
import { RunRegistry } from './run-registry.ts';

type Run = AutomationRun<Group>;

/** A group that records the events that its stream passes to it. */
class Group implements EvaluationGroup<Run> {
  readonly key = 'rules';
  readonly runs = new Set<Run>();
  readonly seen: string[] = [];
  onCandle({ time }: Candle): void {
    this.seen.push(`candle ${time}`);
  }
  onTick(timeMs: number): void {
    this.seen.push(`tick ${timeMs}`);
  }
  advanceClock(): void {}
  remove(run: Run): void {
    this.runs.delete(run);
  }
  hasSameState(): boolean {
    return false;
  }
  adopt(): void {}
}

const ROW: AutomationRow = {
  id: 'a',
  user_id: 'u',
  asset: 'EURUSD',
  timeframe: '1m',
  price_source: null,
  version: 1,
  live_since: new Date(0),
  updated_at: new Date(0),
};
const CANDLE: Candle = { time: 60, open: 1, high: 1, low: 1, close: 1 };

const MARKET: AutomationMarket = {
  source: 'simulated',
  asset: () => ({ symbol: 'EURUSD' }) as unknown as ReturnType<AutomationMarket['asset']>,
  latest: () => null,
  condition: () => ({ state: 'live', ageMs: 0 }),
  knownThroughMs: () => null,
  priceBefore: async () => ({ ok: true, value: null }),
  historyFloor: () => 0,
  history1m: async () => columnsOf([]),
};

/** Creates a registry in which the test decides when a history is read. */
function world() {
  const clock = new ManualClock(0);
  const groups: Group[] = [];
  const reads: { finish(): void; fail(): void }[] = [];
  const open = async ({ rows }: OpenRequest<AutomationRow, AutomationMarket>) => {
    await new Promise<void>((resolve, reject) => {
      reads.push({ finish: resolve, fail: () => reject(new Error('no history')) });
    });
    const group = new Group();
    for (const row of rows) group.runs.add({ row, isFolding: true, group, pendingSignals: [] });
    groups.push(group);
    return new Map<Timeframe, { groups: Group[]; past: ReturnType<typeof columnsOf> }>([
      ['1m', { groups: [group], past: columnsOf([]) }],
    ]);
  };
  const markets = { own: MARKET, at: () => MARKET, sourceOf: async () => MARKET.source, ...pricesOf(MARKET) };
  const registry = new RunRegistry<AutomationRow, Run, Group, AutomationMarket>(
    { clock, log: { warn: () => undefined }, markets },
    { open, rowOf: (row) => row },
  );
  const stream = (asset = 'EURUSD') => registry.streams.find('simulated', asset, '1m');
  return { clock, groups, reads, registry, stream };
}

const pricesOf = ({ knownThroughMs, priceBefore }: AutomationMarket) => ({ knownThroughMs, priceBefore });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('RunRegistry', () => {
  it('starts an automation once, even if it is opened again while its history is being read', async () => {
    const { registry, reads, groups } = world();
    const first = registry.open([ROW]);
    await registry.open([ROW]);
    reads[0]?.finish();
    await first;
    expect([reads.length, groups.length, registry.runs.size]).toEqual([1, 1, 1]);
  });

  it('passes candles and ticks that arrive during the read to the new group, in their order', async () => {
    const { registry, reads, groups, stream } = world();
    const opening = registry.open([ROW]);
    stream()?.onCandle(CANDLE, false);
    stream()?.onTick(120_001, 1, false);
    reads[0]?.finish();
    await opening;
    expect(groups[0]?.seen).toEqual(['candle 60', 'tick 120001']);
    expect(registry.evaluations).toBe(1);
  });

  it('passes events of an asset that arrive while the history of another asset is being read', async () => {
    const { registry, reads, groups, stream } = world();
    const opening = registry.open([ROW, { ...ROW, id: 'b', asset: 'GBPUSD' }]);
    stream('GBPUSD')?.onCandle(CANDLE, false);
    reads[0]?.finish();
    await settled();
    reads[1]?.finish();
    await opening;
    expect(groups.map(({ seen }) => seen)).toEqual([[], ['candle 60']]);
  });

  it('retries a failed read, and passes the candles that arrived meanwhile but not the ticks, which the history contains', async () => {
    const { clock, registry, reads, groups, stream } = world();
    const opening = registry.open([ROW]);
    stream()?.onCandle(CANDLE, false);
    stream()?.onTick(120_001, 1, false);
    reads[0]?.fail();
    await opening;
    expect([registry.runs.size, registry.wanted.size]).toEqual([0, 1]);
    clock.advance(5_000);
    reads[1]?.finish();
    await registry.settled();
    expect(groups[0]?.seen).toEqual(['candle 60']);
    expect(registry.runs.has('a')).toBe(true);
  });

  it('marks a candle as backfilled if it waited more than five seconds for the history', async () => {
    const { clock, registry, reads, stream } = world();
    const opening = registry.open([ROW]);
    const marks: (boolean | undefined)[] = [];
    const note = () => marks.push(stream()?.isBackfilled);
    stream()?.onCandle({ ...CANDLE, time: 0 }, false);
    clock.advance(5_001);
    stream()?.onCandle(CANDLE, false);
    const { onCandle } = Group.prototype;
    Group.prototype.onCandle = note;
    reads[0]?.finish();
    await opening;
    Group.prototype.onCandle = onCandle;
    expect(marks).toEqual([true, false]);
  });

  it('does not run an automation that is switched off or changed while its history is being read', async () => {
    const { registry, reads, stream } = world();
    const opening = registry.open([ROW]);
    registry.wanted.set('a', { ...ROW, version: 2 });
    reads[0]?.finish();
    await opening;
    expect(registry.runs.size).toBe(0);
    expect(registry.wanted.get('a')?.version).toBe(2);
    expect(stream()).toBeUndefined();
  });

  it('makes no retry after it is stopped', async () => {
    const { clock, registry, reads } = world();
    const opening = registry.open([ROW]);
    reads[0]?.fail();
    await opening;
    registry.stop();
    clock.advance(5_000);
    await settled();
    expect(reads.length).toBe(1);
  });
});
