import type { Clock } from '@vigia/core/kernel';

/** Requests per minute and user, from Deriv's published limits (2026-08). */
const ROWS = [
  { calls: ['proposal', 'proposal_open_contract', 'buy', 'sell'], perMinute: 360 },
  { calls: ['balance', 'statement'], perMinute: 100 },
  { calls: ['portfolio', 'profit_table'], perMinute: 30 },
] as const;
const REST_PER_MINUTE = 220;
const MINUTE_MS = 60_000;

/** Counts requests, and returns whether there are too many. */
export class RequestCounter {
  readonly #clock: Clock;
  readonly #times = new Map<number, number[]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isTooMany(call: string): boolean {
    const row = ROWS.findIndex(({ calls }) => calls.some((one) => one === call));
    const nowMs = this.#clock.now();
    const recent = (this.#times.get(row) ?? []).filter((timeMs) => timeMs > nowMs - MINUTE_MS);
    recent.push(nowMs);
    this.#times.set(row, recent);
    return recent.length > (ROWS[row]?.perMinute ?? REST_PER_MINUTE);
  }
}
