import { err, ok } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import type { Sql } from '#platform/persistence/database.ts';
import { findTick } from './find-tick.ts';
import { SymbolTrack } from './symbol-track.ts';
import { ScriptedFeed, type ScriptedTick, scriptedAsset } from './testing.ts';

const START_MS = 1_772_409_600_000;
const SYMBOL = 'EURUSD';
const at = (seconds: number, price: number): ScriptedTick => ({ timeMs: START_MS + seconds * 1_000, price });

function harness(known: readonly ScriptedTick[], history: readonly ScriptedTick[], stored: readonly unknown[] = []) {
  const feed = new ScriptedFeed([SYMBOL]);
  feed.history.set(SYMBOL, history);
  const track = new SymbolTrack(scriptedAsset(SYMBOL), () => undefined);
  for (const { timeMs, price } of known) track.onTick(timeMs, price, timeMs);
  const answer = async () => stored;
  // Every query returns the given rows, because `findTick` makes only one query.
  const sql = answer as unknown as Sql;
  const find = (seconds: number) => findTick({ sql, feed }, track, START_MS + seconds * 1_000);
  return Object.assign(find, { feed });
}

describe('findTick', () => {
  it('finds the tick in memory if a later tick there shows that none is missing', async () => {
    const find = harness([at(1, 1.1), at(2, 1.2)], [at(1.5, 9)]);
    expect(await find(2)).toEqual(ok(at(1, 1.1)));
  });

  it('finds the tick in memory for times up to which the source guarantees complete ticks', async () => {
    const find = harness([at(1, 1.1)], [at(1.5, 9)]);
    find.feed.completeThroughMs = () => START_MS + 60_000;
    expect(await find(60)).toEqual(ok(at(1, 1.1)));
    expect(await find(61)).toEqual(ok(at(1.5, 9)));
    expect(await find(1)).toEqual(ok(null));
  });

  it('requests from the source little more than the ticks after the last known tick', async () => {
    const find = harness([at(1, 1.1), at(40, 1.2)], [at(50, 1.3)]);
    await find(60);
    expect(find.feed.asked).toEqual([{ symbol: SYMBOL, fromMs: START_MS + 30_000, toMs: START_MS + 60_000 }]);
    const row = { ...at(30, 1.1), isFollowed: false };
    const findStored = harness([at(70, 1.4)], [at(50, 1.3)], [row]);
    expect(await findStored(60)).toEqual(ok(at(50, 1.3)));
    expect(findStored.feed.asked).toMatchObject([{ fromMs: START_MS + 20_000 }]);
  });

  it('requests ticks from the source if some may be missing in memory, as after a pause', async () => {
    const find = harness([at(1, 1.1)], [at(1, 1.1), at(50, 1.3)]);
    expect(await find(60)).toEqual(ok(at(50, 1.3)));
  });

  it('does not use stored ticks from before a gap', async () => {
    const memory = [at(400, 1.4), at(401, 1.4)];
    const row = { ...at(1, 1.1), isFollowed: false };
    expect(await harness(memory, [at(1, 1.1), at(50, 1.3)], [row])(60)).toEqual(ok(at(50, 1.3)));
    const near = { ...at(59, 1.2), isFollowed: true };
    expect(await harness(memory, [at(59.5, 9)], [near])(60)).toEqual(ok(at(59, 1.2)));
  });

  it('returns no tick older than five minutes', async () => {
    const find = harness([at(0, 1.1), at(500, 1.1)], [at(0, 1.1)]);
    expect(await find(300)).toEqual(ok(at(0, 1.1)));
    expect(await find(301)).toEqual(ok(null));
  });

  it('returns `unreachable` while the source does not answer, even if an older tick is known', async () => {
    const find = harness([at(1, 1.1)], [at(50, 1.3)]);
    find.feed.isUnreachable = true;
    expect(await find(60)).toEqual(err('unreachable'));
    expect(await find(1)).toEqual(err('unreachable'));
    find.feed.isUnreachable = false;
    expect(await find(60)).toEqual(ok(at(50, 1.3)));
  });

  it('does not request ticks from the source if the ticks in memory are complete', async () => {
    const find = harness([at(1, 1.1), at(2, 1.2)], []);
    find.feed.isUnreachable = true;
    expect(await find(2)).toEqual(ok(at(1, 1.1)));
  });
});
