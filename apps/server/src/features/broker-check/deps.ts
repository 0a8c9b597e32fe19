import type { Clock, IdSource } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Brokers } from '../brokers/index.ts';
import type { Trading } from '../trading/index.ts';

export type BrokerCheckDeps = {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Logger;
  readonly brokers: Pick<Brokers, 'connectionOf' | 'catalog'>;
  readonly trading: {
    readonly orders: Pick<Trading['orders'], 'place'>;
    readonly history: Pick<Trading['history'], 'events'>;
  };
};
