import type { Clock } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import type { Broker, BrokerCredentials } from '#port/index.ts';
import type { BrokerSimulator } from '#simulator/index.ts';
import { openStage } from './stage.ts';

export type ConformanceOptions = {
  readonly broker: Broker;
  readonly credentials: {
    /** A login that works; different numbers are different people. */
    good(number: number): BrokerCredentials;
    readonly wrong: BrokerCredentials;
  };
  startSimulator(clock: Clock, seed: number): Promise<BrokerSimulator>;
  /** A symbol of ours that is open, ticks, and takes orders of `durationS` and of `stakeMinor`. */
  readonly symbol: string;
  readonly durationS: number;
  readonly stakeMinor: number;
  readonly supports: {
    /** Signing in may ask for a code (2FA, PIN). */
    readonly code: boolean;
    /** Signing in may meet a challenge (a page of the protection before the site). */
    readonly challenge: boolean;
    /** Too many sign-ins are refused with a time to come back. */
    readonly loginLimit: boolean;
    /** Later sessions resume with `onResumable`'s secret. */
    readonly resume: boolean;
    /** A session that ended at the broker is renewed from the credentials alone; otherwise it fails as `session_expired`. */
    readonly renewsSession: boolean;
    /** The payout is known before the order leaves, or the broker refuses for it: `minPayoutRatio` is kept. */
    readonly minPayout: boolean;
    /** Questions asked too often are refused as `rate_limited`. */
    readonly rateLimit: boolean;
  };
};

/** Every broker's cases; one real simulator and one clock each. */
export function describeBrokerConformance(name: string, options: ConformanceOptions): void {
  describe(`${name} keeps the port`, () => {
    it('signs in, tells its accounts and assets, and says goodbye', async () => {
      const stage = await openStage(options);
      const { session } = stage.open(1);
      expect(await stage.drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
      await stage.end();
    });
  });
}
