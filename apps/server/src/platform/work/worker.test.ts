import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { Worker } from './worker.ts';

const WITHIN = { timeout: 15_000 };

/** A piece handed out that often so far, and what the queue is told about it. */
class FakePiece {
  readonly told: string[] = [];
  readonly info: { readonly deliveryCount: number };
  isQueueThere = true;

  constructor(deliveryCount = 1) {
    this.info = { deliveryCount };
  }

  json(): string {
    return 'message';
  }

  ack(): void {
    this.#tell('done');
  }

  nak(delayMs: number): void {
    this.#tell(`again in ${delayMs} ms`);
  }

  working(): void {
    this.#tell('still at it');
  }

  #tell(text: string): void {
    if (!this.isQueueThere) throw new Error('away');
    this.told.push(text);
  }
}

/** Hands out those pieces, then nothing more for ever. */
function consumerOf(pieces: readonly FakePiece[]): Consumer {
  const messages = {
    close: async () => undefined,
    async *[Symbol.asyncIterator]() {
      for (const piece of pieces) yield piece as unknown as JsMsg;
      await new Promise(() => undefined);
    },
  };
  return { fetch: async () => messages as unknown as ConsumerMessages } as unknown as Consumer;
}

describe('a worker', () => {
  const workers: Worker[] = [];
  afterEach(() => workers.splice(0).forEach((worker) => worker.end()));

  const work = (consumer: () => Promise<Consumer>, handler: () => Promise<'done' | 'again'>) => {
    const clock = new ManualClock(0);
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line) => void lines.push(line) });
    const place = { kind: 'kind', key: 'key' };
    workers.push(new Worker({ stream: { consumer }, place, handler, clock, log: logger }));
    return { clock, lines };
  };

  it('says every two seconds that it is still at it, until it is done', async () => {
    const piece = new FakePiece();
    let finish: (outcome: 'done') => void = () => undefined;
    const begun: string[] = [];
    const { clock } = work(
      async () => consumerOf([piece]),
      () => {
        begun.push('begun');
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    );
    await expect.poll(() => begun, WITHIN).toEqual(['begun']);
    clock.advance(4_500);
    finish('done');
    await expect.poll(() => piece.told, WITHIN).toEqual(['still at it', 'still at it', 'done']);
    clock.advance(10_000);
    expect(piece.told).toHaveLength(3);
  });

  it('tries ever less often what goes wrong for long', async () => {
    const pieces = [1, 3, 500].map((count) => new FakePiece(count));
    work(
      async () => consumerOf(pieces),
      async () => 'again',
    );
    await expect
      .poll(() => pieces.flatMap(({ told }) => told), WITHIN)
      .toEqual(['again in 250 ms', 'again in 750 ms', 'again in 5000 ms']);
  });

  it('outlives a queue that goes away meanwhile', async () => {
    const [lost, next] = [new FakePiece(), new FakePiece()];
    lost.isQueueThere = false;
    const { clock } = work(
      async () => consumerOf([lost, next]),
      async () => 'done',
    );
    await expect.poll(() => next.told, WITHIN).toEqual(['done']);
    clock.advance(10_000);
    expect(lost.told).toEqual([]);
  });

  it('asks again for work that cannot be had, and says so once', async () => {
    const piece = new FakePiece();
    const asked: boolean[] = [];
    const { clock, lines } = work(
      async () => {
        asked.push(true);
        if (asked.length < 3) throw new Error('no stream');
        return consumerOf([piece]);
      },
      async () => 'done',
    );
    await expect
      .poll(() => {
        clock.advance(500);
        return piece.told;
      }, WITHIN)
      .toEqual(['done']);
    expect(asked).toHaveLength(3);
    expect(lines.filter((line) => line.includes('no work can be had'))).toHaveLength(1);
  });
});
