import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { ManualClock } from '@vigia/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { Worker } from './worker.ts';

const WITHIN = { timeout: 15_000 };

/** A message with its number of deliveries, and the worker's replies to it. */
class FakeMessage {
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
    this.#reply(`retry in ${delayMs} ms`);
  }

  working(): void {
    this.#reply('extended');
  }

  #reply(text: string): void {
    if (!this.isQueueThere) throw new Error('away');
    this.replies.push(text);
  }
}

/** Returns a consumer that delivers these messages and then none. */
function consumerOf(messages: readonly FakeMessage[]): Consumer {
  const batch = {
    close: async () => undefined,
    async *[Symbol.asyncIterator]() {
      for (const message of messages) yield message as unknown as JsMsg;
      await new Promise(() => undefined);
    },
  };
  return { fetch: async () => batch as unknown as ConsumerMessages } as unknown as Consumer;
}

describe('a worker of the JetStream queue', () => {
  const workers: Worker[] = [];
  afterEach(() => workers.splice(0).forEach((worker) => worker.end()));

  const work = (consumer: () => Promise<Consumer>, handler: () => Promise<'done' | 'retry'>) => {
    const clock = new ManualClock(0);
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line) => void lines.push(line) });
    const address = { kind: 'kind', key: 'key' };
    workers.push(new Worker({ stream: { consumer }, address, isShared: false, handler, clock, log: logger }));
    return { clock, lines };
  };

  it('extends the ack deadline of a message every two seconds until its handler is done', async () => {
    const message = new FakeMessage();
    let finish: (outcome: 'done') => void = () => undefined;
    const begun: string[] = [];
    const { clock } = work(
      async () => consumerOf([message]),
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
    await expect.poll(() => message.replies, WITHIN).toEqual(['extended', 'extended', 'done']);
    clock.advance(10_000);
    expect(message.replies).toHaveLength(3);
  });

  it('retries repeated failures with a growing delay', async () => {
    const messages = [1, 3, 500].map((count) => new FakeMessage(count));
    work(
      async () => consumerOf(messages),
      async () => 'retry',
    );
    await expect
      .poll(() => messages.flatMap(({ replies }) => replies), WITHIN)
      .toEqual(['retry in 250 ms', 'retry in 750 ms', 'retry in 5000 ms']);
  });

  it('continues after an outage of the queue', async () => {
    const [lost, next] = [new FakeMessage(), new FakeMessage()];
    lost.isQueueThere = false;
    const { clock } = work(
      async () => consumerOf([lost, next]),
      async () => 'done',
    );
    await expect.poll(() => next.replies, WITHIN).toEqual(['done']);
    clock.advance(10_000);
    expect(lost.replies).toEqual([]);
  });

  it('requests messages again after a failed request, and logs the failure once', async () => {
    const message = new FakeMessage();
    const requests: boolean[] = [];
    const { clock, lines } = work(
      async () => {
        requests.push(true);
        if (requests.length < 3) throw new Error('no stream');
        return consumerOf([message]);
      },
      async () => 'done',
    );
    await expect
      .poll(() => {
        clock.advance(500);
        return message.replies;
      }, WITHIN)
      .toEqual(['done']);
    expect(requests).toHaveLength(3);
    expect(lines.filter((line) => line.includes('cannot fetch work from NATS'))).toHaveLength(1);
  });
});
