import { createPacer } from '@vigia/broker-kit/pace';
import type { Clock } from '@vigia/core/kernel';

/** Orders go before everything else that waits. */
export type Urgency = 'order' | 'ordinary';

/** No limit is published; PROTOCOLS §2.4 advises at most five frames a second. */
const FRAMES_PER_SECOND = 5;

/** Hands out the turns to send, in order within an urgency. */
export class Turns {
  readonly #take: () => Promise<void>;
  readonly #orders: (() => void)[] = [];
  readonly #ordinary: (() => void)[] = [];

  constructor(clock: Clock) {
    const pacer = createPacer({ burst: FRAMES_PER_SECOND, perMs: 1_000, clock });
    this.#take = () => pacer.take();
  }

  /** Resolves when it is the caller's turn. */
  take(urgency: Urgency): Promise<void> {
    return new Promise((turn) => {
      (urgency === 'order' ? this.#orders : this.#ordinary).push(turn);
      // As many turns are taken as wait; which of the waiting gets one is decided when it is there.
      void this.#take().then(() => (this.#orders.shift() ?? this.#ordinary.shift())?.());
    });
  }
}
