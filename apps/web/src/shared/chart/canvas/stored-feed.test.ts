import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CandleLoadState } from './candle-feed.ts';
import { type PageEdge, StoredFeed, type StoredPage } from './stored-feed.ts';

const HOUR_S = 3_600;
const candleAt = (hour: number) => ({ time: hour * HOUR_S, open: 1, high: 1, low: 1, close: 1, closed: true });
const pageOf = (hours: readonly number[], more: Partial<StoredPage> = {}): StoredPage => ({
  candles: hours.map(candleAt),
  has_older: false,
  has_newer: false,
  ...more,
});

let asked: [PageEdge, number][];
let states: CandleLoadState['kind'][];
let loaded: readonly number[];
let bars: readonly KLineData[];
beforeEach(() => {
  asked = [];
  states = [];
  loaded = [];
  bars = [];
});

function feedOf(answer: (edge: PageEdge) => StoredPage | Promise<StoredPage>, startS: number | null = null) {
  const feed = new StoredFeed(
    {
      startS,
      load: async (edge, limit) => {
        asked.push([edge, limit]);
        return answer(edge);
      },
      onLoaded: (times) => {
        loaded = times.map((time) => time / HOUR_S);
      },
      onLatest: () => undefined,
    },
    {
      series: () => ({ symbol: 'XAUUSD', timeframe: '1h' }),
      bars: () => bars,
      onLoad: ({ kind }) => states.push(kind),
    },
  );
  const ask = async (type: 'init' | 'forward' | 'backward', hour: number | null = null) => {
    let more: unknown;
    const callback: DataLoaderGetBarsParams['callback'] = (given, next) => {
      bars = type === 'forward' ? [...given, ...bars] : [...bars, ...given];
      more = next;
    };
    const timestamp = hour === null ? null : hour * HOUR_S * 1_000;
    await feed.getBars({ type, timestamp, callback } as DataLoaderGetBarsParams);
    return more;
  };
  return { feed, ask };
}

describe('the loading of stored candles', () => {
  it('begins with the newest page', async () => {
    const { ask, feed } = feedOf(() => pageOf([5, 6], { has_older: true }));
    expect(await ask('init')).toEqual({ forward: true, backward: false });
    expect([asked, states, loaded, feed.hasNewer]).toEqual([[[null, 500]], ['loading', 'ready'], [5, 6], false]);
  });

  it('begins on both sides of a given start, which is moved to the candle that contains it', async () => {
    const { ask, feed } = feedOf(
      (edge) => (edge && 'fromS' in edge ? pageOf([5, 6], { has_newer: true }) : pageOf([3, 4], { has_older: true })),
      5 * HOUR_S + 60,
    );
    expect(await ask('init')).toEqual({ forward: true, backward: true });
    expect(asked).toEqual([
      [{ beforeS: 5 * HOUR_S }, 250],
      [{ fromS: 5 * HOUR_S }, 250],
    ]);
    expect([loaded, feed.hasNewer]).toEqual([[3, 4, 5, 6], true]);
  });

  it('continues with older and newer pages next to the loaded candles', async () => {
    const { ask } = feedOf((edge) => {
      if (edge === null) return pageOf([5, 6], { has_older: true, has_newer: true });
      return 'beforeS' in edge ? pageOf([3, 4]) : pageOf([8]);
    });
    await ask('init');
    expect(await ask('forward', 5)).toEqual({ forward: false, backward: false });
    expect(await ask('backward', 6)).toEqual({ forward: false, backward: false });
    expect(asked.slice(1)).toEqual([
      [{ beforeS: 5 * HOUR_S }, 500],
      [{ fromS: 7 * HOUR_S }, 500],
    ]);
    expect(loaded).toEqual([3, 4, 5, 6, 8]);
  });

  it('reports a page that fails to load, even an older page, because the file may be deleted', async () => {
    const { ask } = feedOf((edge) =>
      edge === null ? pageOf([5], { has_older: true }) : Promise.reject(new Error('deleted')),
    );
    await ask('init');
    await ask('forward', 5);
    expect(states).toEqual(['loading', 'ready', 'failed']);
  });

  it('ignores a page that arrives after the chart is removed', async () => {
    const { feed, ask } = feedOf(async () => {
      feed.stop();
      return pageOf([5]);
    });
    await ask('init');
    expect([states, loaded, bars]).toEqual([['loading'], [], []]);
  });
});
