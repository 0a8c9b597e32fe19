import type { BrokerId } from '@vigia/core/vocabulary';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { Accounts } from '../accounts/index.ts';
import type { AutomationMarket, EngineDeps } from '../automations/index.ts';
import type { Evidence } from '../evidence/index.ts';
import type { MarketData } from '../market-data/index.ts';

/** The market methods that strategies use. */
export type StrategyMarket = AutomationMarket & Pick<MarketData, 'assets' | 'payoutBp'>;

/** Dependencies of strategies on the rest of the server. */
export type StrategyDeps = EngineDeps<StrategyMarket> & {
  /** Reads the user's time zone, and the account and limits against which the stakes of a strategy are checked. */
  readonly accounts: Pick<Accounts, 'riskSettings' | 'riskLimits' | 'automationMoney'>;
  /** Evidence of all cards of setups and strategies that a user sees side by side. */
  readonly evidence: Pick<Evidence, 'ofAutomations'>;
  /** Returns the broker on whose demo account a new strategy of this user trades; null for the paper account. */
  readonly firstBroker: (sql: Sql, userId: string) => Promise<BrokerId | null>;
  readonly work: Pick<WorkQueue, 'add' | 'work'>;
  readonly keyedHash: KeyedHash;
  readonly securityLog: Pick<SecurityLog, 'append'>;
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (length: number) => Buffer;
};
