import type { Accounts, Connections } from '#features/accounts/index.ts';
import type { AuthService } from '#features/auth/index.ts';
import type { AutomationAccountDeps, AutoTrader, RealAccountDeps } from '#features/auto-trading/index.ts';
import type { Backtests } from '#features/backtests/index.ts';
import type { BrokerChecks } from '#features/broker-check/index.ts';
import type { BrokerConnections } from '#features/brokers/index.ts';
import type { Drawings } from '#features/drawings/index.ts';
import type { EvidenceLog, HeadMails, NightlyCheck, RecordDeps } from '#features/evidence-log/index.ts';
import type { HistoryFetches } from '#features/history-fetches/index.ts';
import type { Journal } from '#features/journal/index.ts';
import type { Markets } from '#features/market-data/index.ts';
import type {
  Deliveries,
  NewNotifications,
  Notifications,
  NotificationUpkeep,
  NotificationWatcher,
} from '#features/notifications/index.ts';
import type { Pcr } from '#features/pcr/index.ts';
import type { AlertWatch, PriceAlerts } from '#features/price-alerts/index.ts';
import type { PriceFiles } from '#features/price-files/index.ts';
import type { Push } from '#features/push/index.ts';
import type { Strategies } from '#features/strategies/index.ts';
import type { StreamGateway } from '#features/stream/index.ts';
import type { Telegram } from '#features/telegram/index.ts';
import type { AutoTradingControl, Trading } from '#features/trading/index.ts';
import type { Webhooks, WebhookUpkeep } from '#features/webhooks/index.ts';
import type { BackgroundWork } from '#platform/background-work.ts';
import type { ScheduledBackups } from '#platform/backup/scheduled-backups.ts';
import type { SingletonWork } from '#platform/cluster/cluster.ts';
import type { OwnedShards } from '#platform/cluster/owned-shards.ts';
import type { LocalMailbox } from '#platform/mail/local-mailbox.ts';
import type { MailOutboxWorker } from '#platform/mail/mail-outbox-worker.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';

/** All features of a process. */
export type Features = {
  readonly accounts: Accounts;
  readonly brokers: BrokerConnections;
  readonly brokerChecks: BrokerChecks;
  readonly connections: Connections;
  /** Stores the marks of self-exclusions from earlier versions of the server. Called once at the start. */
  readonly followExclusions: () => Promise<void>;
  readonly auth: AuthService;
  readonly markets: Markets;
  /**
   * Work that runs the price feeds in the process that holds their lease; null if this process has its own price feed.
   */
  readonly marketLog: SingletonWork | null;
  /** The shards of the users whose broker sessions are in this process. */
  readonly sessionShards: OwnedShards;
  readonly trading: Trading;
  readonly automation: AutoTradingControl;
  readonly automationAccount: AutomationAccountDeps & RealAccountDeps;
  readonly autoTrader: AutoTrader;
  readonly pcr: Pcr;
  readonly strategies: Strategies;
  readonly backtests: Backtests;
  readonly priceFiles: PriceFiles;
  readonly historyFetches: HistoryFetches;
  readonly drawings: Drawings;
  readonly journal: Journal;
  readonly priceAlerts: PriceAlerts;
  readonly alertWatch: AlertWatch;
  readonly notifications: Notifications;
  readonly newNotifications: NewNotifications;
  readonly notificationWatcher: NotificationWatcher;
  readonly notificationUpkeep: NotificationUpkeep;
  readonly evidenceLog: EvidenceLog;
  readonly nightlyCheck: NightlyCheck;
  readonly headMails: HeadMails;
  /** The daily backups; null if the settings name no folder for them. */
  readonly scheduledBackups: ScheduledBackups | null;
  /** Exports each user's facts with their evidence-log proofs as one signed file. */
  readonly record: RecordDeps;
  readonly stream: StreamGateway;
  readonly push: Push;
  /** The bot of the installation at Telegram. It does nothing if no token is configured. */
  readonly telegram: Telegram;
  readonly webhooks: Webhooks;
  readonly webhookUpkeep: WebhookUpkeep;
  /** Messages about notifications to browsers, chats, webhooks and mailboxes. */
  readonly deliveries: Deliveries;
  readonly securityLog: SecurityLog;
  readonly background: BackgroundWork;
  readonly mailWorker: MailOutboxWorker;
  /** Mailbox on this machine; null if mails are sent through a mail server. */
  readonly mailbox: LocalMailbox | null;
};
