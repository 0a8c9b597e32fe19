import type { BrokerTime } from '@vigia/broker-kit/port';

const KEPT = 5;

/**
 * Measures the offset of the broker's clock by pings. Their answers carry whole seconds, so the offset is exact to half
 * a second.
 */
export class ServerClock {
  readonly #samples: { readonly offsetMs: number; readonly roundTripMs: number }[] = [];

  /** @param brokerS the `ts` of the answer, epoch seconds rounded down: on average half a second ago */
  sample(sentAtMs: number, receivedAtMs: number, brokerS: number): void {
    const roundTripMs = Math.max(0, receivedAtMs - sentAtMs);
    const halfSecond = Number.isInteger(brokerS) ? 500 : 0;
    this.#samples.push({ offsetMs: brokerS * 1_000 + halfSecond - (sentAtMs + roundTripMs / 2), roundTripMs });
    if (this.#samples.length > KEPT) this.#samples.shift();
  }

  time(): BrokerTime {
    return {
      offsetMs: median(this.#samples.map(({ offsetMs }) => offsetMs)),
      roundTripMs: median(this.#samples.map(({ roundTripMs }) => roundTripMs)),
    };
  }

  /** An offset below half a second, the precision of the answers, counts as none. */
  offsetOrZeroMs(): number {
    const { offsetMs } = this.time();
    return offsetMs === null || Math.abs(offsetMs) <= 500 ? 0 : Math.round(offsetMs);
  }
}

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
