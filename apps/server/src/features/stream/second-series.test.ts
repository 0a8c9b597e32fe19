import { StreamEvent } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import { beforeEach, describe, expect, it } from 'vitest';
import { PriceBoard } from './price-board.ts';
import { PriceTexts } from './price-texts.ts';
import { decodeFrames } from './testing.ts';

const candle = (time: number, close: number): Candle => ({ time, open: 1, high: 9, low: 1, close });

type Client = { isSlow: boolean; isBehind: boolean };

describe('the second candles that the stream sends', () => {
  let candles: readonly Candle[];
  let texts: PriceTexts;
  let board: PriceBoard<Client>;
  const sent = new Map<Client, StreamEvent[]>();

  beforeEach(() => {
    candles = [candle(0, 2), candle(5, 3), candle(10, 4)];
    texts = new PriceTexts({ latest: () => null, forming: () => null, followedSecondCandles: () => candles });
    board = new PriceBoard('simulated', texts);
    sent.clear();
  });

  function watch(timeframe: '5s' | '1m' = '5s'): Client {
    const client = { isSlow: false, isBehind: true };
    const wanted = [{ symbol: 'EURUSD', timeframe }];
    board.interests.set(client, { type: 'watch', symbols: [], candles: wanted }, () => true);
    sent.set(client, []);
    return client;
  }

  /** Serves all sockets once. Returns what the client got: open time, close, and whether the candle is closed. */
  function flush(client: Client) {
    board.flush((to, frames) =>
      sent.get(to)?.push(...decodeFrames(frames).map((text) => StreamEvent.parse(JSON.parse(text)))),
    );
    const events = sent.get(client)?.splice(0) ?? [];
    return events.flatMap((event) =>
      event.type === 'candle' ? [[event.candle.time, event.candle.close, event.candle.closed]] : [],
    );
  }

  function move(...next: readonly Candle[]): void {
    candles = next;
    texts.tick('EURUSD');
  }

  it('start for a new client with the latest closed candles; each later candle is sent once as closed', () => {
    const client = watch();
    expect(flush(client)).toEqual([
      [0, 2, true],
      [5, 3, true],
      [10, 4, false],
    ]);
    move(candle(0, 2), candle(5, 3), candle(10, 5), candle(15, 6));
    expect(flush(client).filter(([, , closed]) => closed)).toEqual([[10, 5, true]]);
    expect(flush(client).filter(([, , closed]) => closed)).toEqual([]);
  });

  it('are sent to a slow client only if closed or changed by a late tick, and never to clients of other timeframes', () => {
    const client = watch();
    const other = watch('1m');
    flush(client);
    client.isSlow = true;
    sent.set(other, []);
    move(candle(0, 2), candle(5, 7), candle(10, 5), candle(15, 6));
    expect(flush(client)).toEqual([
      [5, 7, true],
      [10, 5, true],
    ]);
    expect(sent.get(other)).toEqual([]);
  });
});
