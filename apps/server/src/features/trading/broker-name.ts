import type { BrokerId } from '@vigia/core/vocabulary';
import type { Brokers } from '../brokers/index.ts';

/** Returns the display name of a broker; its id if the catalog does not contain the broker. */
export const brokerDisplayName = (brokers: Pick<Brokers, 'catalog'>, id: BrokerId): string =>
  brokers.catalog().find((broker) => broker.id === id)?.traits.displayName ?? id;
