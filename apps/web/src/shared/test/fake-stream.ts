import type { StreamEvent } from '@vigia/contract';
import type { Stream, StreamStatus } from '#shared/lib/stream-client.ts';

/** A stream without a server. The test sets its status and emits its events. */
export class FakeStream implements Stream {
  status: StreamStatus = { state: 'reconnecting', sinceMs: Date.now() };
  readonly #handlers = new Set<(event: StreamEvent) => void>();
  readonly #statusListeners = new Set<() => void>();

  setStatus(status: StreamStatus): void {
    this.status = status;
    for (const listener of this.#statusListeners) listener();
  }

  publish(event: StreamEvent): void {
    for (const handler of this.#handlers) handler(event);
  }

  readonly on: Stream['on'] = (type, handler) => {
    const narrowed = (event: StreamEvent) => {
      if (event.type === type) handler(event as Parameters<typeof handler>[0]);
    };
    this.#handlers.add(narrowed);
    return () => void this.#handlers.delete(narrowed);
  };

  onStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  serverNow(): number {
    return Date.now();
  }

  setTimeHint(): void {}
  start(): void {}
  stop(): void {}
  watch(): () => void {
    return () => {};
  }
}
