import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { Worker } from './worker.ts';

const WITHIN = { timeout: 15_000 };

/** A message with its number of deliveries, and the worker's replies to it. */
class FakePiece {
  readonly replies: string[] = [];
  readonly info: { readonly deliveryCount: number };
  isQueueThere = true;

  constructor(deliveryCount = 1) {
    this.info = { deliveryCount };
  }

  json(): string {
    return 'message';
  }

  ack(): void {
    this.#reply('done');
  }

  nak(delayMs: number): void {
    this.#reply(`again in ${delayMs} ms`);
  }

  working(): void {
    this.#reply('still at it');
  }

  #reply(text: string): void {
    if (!this.isQueueThere) throw new Error('away');
    this.replies.push(text);
  }
}

/** Hands out these messages and then none. */
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
    workers.push(new Worker({ stream: { consumer }, place, isShared: false, handler, clock, log: logger }));
    return { clock, lines };
  };

  it('extends a message every two seconds until it is done', async () => {
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
    await expect.poll(() => piece.replies, WITHIN).toEqual(['still at it', 'still at it', 'done']);
    clock.advance(10_000);
    expect(piece.replies).toHaveLength(3);
  });

  it('retries repeated failures with a growing delay', async () => {
    const pieces = [1, 3, 500].map((count) => new FakePiece(count));
    work(
      async () => consumerOf(pieces),
      async () => 'again',
    );
    await expect
      .poll(() => pieces.flatMap(({ replies }) => replies), WITHIN)
      .toEqual(['again in 250 ms', 'again in 750 ms', 'again in 5000 ms']);
  });

  it('survives a queue that goes away meanwhile', async () => {
    const [lost, next] = [new FakePiece(), new FakePiece()];
    lost.isQueueThere = false;
    const { clock } = work(
      async () => consumerOf([lost, next]),
      async () => 'done',
    );
    await expect.poll(() => next.replies, WITHIN).toEqual(['done']);
    clock.advance(10_000);
    expect(lost.replies).toEqual([]);
  });

  it('requests work again after a failed request, and logs that once', async () => {
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
        return piece.replies;
      }, WITHIN)
      .toEqual(['done']);
    expect(asked).toHaveLength(3);
    expect(lines.filter((line) => line.includes('no work can be had'))).toHaveLength(1);
  });
});
