import type { BrokerId } from '@vigia/core/vocabulary';
import type { Brokers } from '../brokers/index.ts';

/** Returns the broker's name as its users write it. */
export const nameOf = (brokers: Pick<Brokers, 'catalog'>, id: BrokerId): string =>
  brokers.catalog().find((broker) => broker.id === id)?.traits.displayName ?? id;
