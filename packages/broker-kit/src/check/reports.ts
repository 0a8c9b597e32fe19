import type { Cancel } from '@vigia/core/kernel';
import type { BrokerContract, BrokerListener, FeedTick } from '#port/index.ts';
import type { CheckEvents } from './types.ts';

/** Passes the events of a broker session to the handlers of a broker check. The session serves only this check. */
export class CheckReports {
  readonly #ticks = new Set<(tick: FeedTick) => void>();
  readonly #contracts = new Set<(contract: BrokerContract) => void>();

  readonly listener: BrokerListener = {
    onState: () => undefined,
    onAccounts: () => undefined,
    onAssets: () => undefined,
    onResumable: () => undefined,
    onTick: (tick) => {
      for (const handler of this.#ticks) handler(tick);
    },
    onContract: (contract) => {
      for (const handler of this.#contracts) handler(contract);
    },
  };

  readonly events: CheckEvents = {
    onTick: (handler) => added(this.#ticks, handler),
    onContract: (handler) => added(this.#contracts, handler),
  };
}

function added<Handler>(handlers: Set<Handler>, handler: Handler): Cancel {
  handlers.add(handler);
  return () => void handlers.delete(handler);
}
