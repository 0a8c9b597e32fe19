/** The trading sessions of an asset's market. They determine how much its price moves in each hour. */
export type HourProfileKey = 'forex_west' | 'forex_asia' | 'crypto' | 'metals_energy' | 'us_session' | 'eu_session';

/** Relative variance of each hour of the UTC day, hour 0 first; only the proportions matter. */
const HOURLY_VARIANCE: Readonly<Record<HourProfileKey, readonly number[]>> = {
  forex_west: [
    0.45, 0.5, 0.45, 0.4, 0.35, 0.4, 0.75, 1.4, 1.65, 1.4, 1.2, 1.1, 1.5, 2.0, 2.1, 1.8, 1.4, 1.0, 0.8, 0.7, 0.55, 0.4,
    0.35, 0.35,
  ],
  forex_asia: [
    1.4, 1.5, 1.3, 1.0, 0.85, 0.9, 1.1, 1.35, 1.3, 1.1, 0.95, 0.9, 1.2, 1.5, 1.55, 1.25, 0.95, 0.75, 0.6, 0.6, 0.5,
    0.45, 0.5, 0.9,
  ],
  crypto: [
    1.0, 0.95, 0.9, 0.85, 0.8, 0.8, 0.85, 0.9, 0.95, 0.95, 0.95, 1.0, 1.1, 1.35, 1.5, 1.4, 1.25, 1.1, 1.05, 1.05, 1.0,
    0.95, 0.9, 0.9,
  ],
  metals_energy: [
    0.5, 0.7, 0.6, 0.5, 0.45, 0.5, 0.7, 1.1, 1.2, 1.1, 1.0, 1.0, 1.5, 2.2, 2.3, 2.0, 1.5, 1.2, 1.0, 0.8, 0.5, 0.35,
    0.35, 0.4,
  ],
  us_session: [
    0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.4, 0.6, 0.7, 0.6, 0.6, 0.7, 1.0, 2.4, 3.2, 2.4, 1.8, 1.5, 1.5, 2.0, 1.0, 0.4, 0.3,
    0.3,
  ],
  eu_session: [
    0.35, 0.35, 0.35, 0.35, 0.4, 0.5, 1.0, 2.4, 2.0, 1.5, 1.2, 1.1, 1.3, 1.9, 2.1, 1.8, 1.0, 0.7, 0.6, 0.6, 0.4, 0.35,
    0.35, 0.35,
  ],
};

/** A daily activity profile with mean 1. Its integral has a closed form. */
export class HourProfile {
  /** Weight of each hour, followed by a zero so that index 24 is valid. */
  readonly #weight = new Float64Array(25);
  /** Sum of the weights before each hour. */
  readonly #before = new Float64Array(25);

  constructor(key: HourProfileKey) {
    const raw = HOURLY_VARIANCE[key];
    const mean = raw.reduce((sum, weight) => sum + weight, 0) / raw.length;
    let before = 0;
    for (const [hour, weight] of raw.entries()) {
      this.#weight[hour] = weight / mean;
      this.#before[hour] = before;
      before += weight / mean;
    }
  }

  /** Returns the activity from midnight of day 0 to `hours` hours later: the integral of the weights, in hours. */
  until(hours: number): number {
    const day = Math.floor(hours / 24);
    const ofDay = hours - day * 24;
    const hour = Math.floor(ofDay);
    return day * 24 + (this.#before[hour] ?? 0) + (this.#weight[hour] ?? 0) * (ofDay - hour);
  }
}
