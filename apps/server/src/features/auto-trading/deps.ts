import type { Clock } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import type { Logger } from '#platform/logging/logger.ts';
import type { Ownership } from '#platform/ownership/ownership.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { Accounts } from '../accounts/index.ts';
import type { MarketData, MarketsOf } from '../market-data/index.ts';
import type { Trading } from '../trading/index.ts';
import type { AutomationSource } from './automation-source.ts';

/** What trading on signals needs from the rest of the server. */
export type AutoTradingDeps = {
  readonly db: Database;
  readonly work: WorkQueue;
  readonly ownership: Pick<Ownership, 'seekShards' | 'fence'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accounts: Pick<Accounts, 'lockMockAccount' | 'mode'>;
  readonly markets: Pick<MarketsOf<Pick<MarketData, 'asset'>>, 'at'>;
  readonly trading: Pick<Trading, 'automaticVenue' | 'placeAutomatic' | 'tellPlaced' | 'ownsVenues'>;
  readonly sources: Readonly<Record<AutomationKind, AutomationSource>>;
};
