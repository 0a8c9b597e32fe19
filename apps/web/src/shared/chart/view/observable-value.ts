import { runAtFrameEnd } from '#shared/lib/frame-end.ts';

/**
 * A value that components can subscribe to. Only the subscribed components re-render after a change. A change by a
 * canvas during a tick is published at the end of the same frame, after the other canvases.
 */
export class ObservableValue<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  readonly current = (): Value => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    runAtFrameEnd(this.#publish);
  }

  readonly #publish = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
