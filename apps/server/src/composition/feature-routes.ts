import { ACCOUNT_SECTIONS, registerAccountsRoutes } from '#features/accounts/index.ts';
import { AUTH_SECTIONS } from '#features/auth/index.ts';
import { registerAutomationAccountRoutes, registerGraduationRoutes } from '#features/auto-trading/index.ts';
import { BACKTEST_SECTIONS, registerBacktestRoutes } from '#features/backtests/index.ts';
import { registerBrokerCheckRoutes } from '#features/broker-check/index.ts';
import { BROKER_SECTIONS, registerBrokerRoutes } from '#features/brokers/index.ts';
import { DRAWING_SECTIONS, registerDrawingRoutes } from '#features/drawings/index.ts';
import { registerEvidenceLogRoutes } from '#features/evidence-log/index.ts';
import { HISTORY_FETCH_SECTIONS, registerHistoryFetchRoutes } from '#features/history-fetches/index.ts';
import { JOURNAL_SECTIONS, registerJournalRoutes } from '#features/journal/index.ts';
import { registerMarketDataRoutes, registerMarketSourceRoutes } from '#features/market-data/index.ts';
import { NOTIFICATION_SECTIONS, registerNotificationRoutes } from '#features/notifications/index.ts';
import { PCR_SECTIONS, registerPcrRoutes } from '#features/pcr/index.ts';
import { PRICE_ALERT_SECTIONS, registerPriceAlertRoutes } from '#features/price-alerts/index.ts';
import { PRICE_FILE_SECTIONS, registerPriceFileRoutes } from '#features/price-files/index.ts';
import { PUSH_SECTIONS, registerPushRoutes } from '#features/push/index.ts';
import { DECISION_SECTIONS } from '#features/signals/index.ts';
import { registerExternalRoutes, registerStrategyRoutes, STRATEGY_SECTIONS } from '#features/strategies/index.ts';
import { registerStreamRoutes } from '#features/stream/index.ts';
import { registerTelegramRoutes, TELEGRAM_SECTIONS } from '#features/telegram/index.ts';
import {
  hasActiveRealTrade,
  registerBrokerOrderRoute,
  registerRiskRoutes,
  registerTradingRoutes,
  TRADING_SECTIONS,
} from '#features/trading/index.ts';
import { registerWebhookRoutes, WEBHOOK_SECTIONS } from '#features/webhooks/index.ts';
import type { App } from '#platform/http/app.ts';
import { registerMailboxRoutes } from '#platform/mail/mailbox.routes.ts';
import type { Features } from './features.ts';
import type { Foundation } from './foundation.ts';

/** The sections of the data export, in the order of the file. */
const EXPORT_SECTIONS = [
  ...AUTH_SECTIONS,
  ...ACCOUNT_SECTIONS,
  ...BROKER_SECTIONS,
  ...TRADING_SECTIONS,
  ...PCR_SECTIONS,
  ...STRATEGY_SECTIONS,
  ...BACKTEST_SECTIONS,
  ...PRICE_FILE_SECTIONS,
  ...HISTORY_FETCH_SECTIONS,
  ...DECISION_SECTIONS,
  ...PUSH_SECTIONS,
  ...TELEGRAM_SECTIONS,
  ...DRAWING_SECTIONS,
  ...JOURNAL_SECTIONS,
  ...PRICE_ALERT_SECTIONS,
  ...NOTIFICATION_SECTIONS,
  ...WEBHOOK_SECTIONS,
];

/** Registers the routes of all features. */
export function registerFeatureRoutes(app: App, features: Features, base: Foundation): void {
  const { auth, markets, trading, brokers, mailbox } = features;
  const { clock, publicFeeds, site } = base;
  const { authenticator, people, notices } = auth;
  const publishableKey = auth.embedded?.publishableKey ?? null;
  const own = { ...base, ...features, authenticator, people, notices, publishableKey };
  auth.registerRoutes(app);
  registerAccountsRoutes(app, { ...own, hasActiveRealTrade, exportSections: EXPORT_SECTIONS });
  registerBrokerRoutes(app, brokers);
  registerBrokerCheckRoutes(app, features.brokerChecks);
  registerMarketDataRoutes(app, { markets, clock, venue: trading.orders });
  const sources = { nowMs: () => clock.now(), publicSources: [...publicFeeds.keys()] };
  registerMarketSourceRoutes(app, { ...own, ...sources });
  registerTradingRoutes(app, trading);
  registerBrokerOrderRoute(app, { orders: trading.orders, brokers });
  registerRiskRoutes(app, features.automation);
  registerAutomationAccountRoutes(app, features.automationAccount);
  registerGraduationRoutes(app, features.automationAccount);
  registerPcrRoutes(app, features.pcr);
  registerStrategyRoutes(app, features.strategies);
  registerExternalRoutes(app, features.strategies.external);
  registerBacktestRoutes(app, features.backtests);
  registerPriceFileRoutes(app, features.priceFiles);
  registerHistoryFetchRoutes(app, features.historyFetches);
  registerDrawingRoutes(app, features.drawings);
  registerJournalRoutes(app, features.journal);
  registerPriceAlertRoutes(app, features.priceAlerts);
  registerNotificationRoutes(app, features.notifications);
  registerEvidenceLogRoutes(app, features.record);
  registerPushRoutes(app, features.push);
  registerTelegramRoutes(app, features.telegram);
  registerWebhookRoutes(app, features.webhooks);
  registerStreamRoutes(app, { gateway: features.stream, site });
  if (mailbox) registerMailboxRoutes(app, { mailbox, site });
}
