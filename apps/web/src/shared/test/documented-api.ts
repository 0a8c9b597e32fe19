import {
  AccountSafety,
  AccountView,
  Asset,
  Automation,
  AutomationAccounts,
  AutomationGraduation,
  BacktestJob,
  BotToken,
  BrokerCheckResponse,
  BrokerResponse,
  BrokersResponse,
  CandleView,
  CurrentMode,
  DayCurve,
  DrawingView,
  type ErrorBody,
  HistoryFetch,
  Instant,
  LadderView,
  Library,
  LogHeadView,
  MarketQuote,
  MarketSourceView,
  NotificationSettings,
  NotificationsUnread,
  NotificationView,
  OpenSession,
  Option,
  OwnTag,
  PaperExecutionView,
  PaperGapView,
  PayoutView,
  PcrDashboard,
  PcrDebug,
  PcrSequenceView,
  PcrSetupStatistics,
  PcrSetupView,
  PcrSignals,
  Preferences,
  PriceAlertView,
  PriceFile,
  PriceFileCandlesView,
  ProofAsked,
  PublicConfig,
  PushSubscriptionView,
  RecoveryCodesLeft,
  RejectionView,
  RiskLimitsView,
  RiskUse,
  SaleView,
  SecondCandlesView,
  SecurityLogEntry,
  SettlementCheckCounts,
  SettlementCheckResponse,
  SignalDoorView,
  StrategySignalView,
  StrategyView,
  TelegramView,
  TradeCalendar,
  TradeCounts,
  TradeEventView,
  TradeNote,
  TradingHealth,
  TradingPerformance,
  TradingStats,
  WebhookDelivery,
  WebhookView,
} from '@vigia/contract';
import { z } from 'zod';
import { sampleOf } from './sample-of.ts';

const TRADING = '/api/v1/trading';
const ACCOUNT = '/api/v1/account';

const CONFIG = '/config.json';

/** Response body in the state `failing`. Its message differs from the message that the app shows for this failure. */
const REFUSAL: ErrorBody = { error: { code: 'internal', message: '500' }, detail: '500' };

/** Schema of a setup without filters. The documented example could contain filters that the editor does not support. */
const ReadableSetup = PcrSetupView.extend({ filters: z.tuple([]) });

/** Schema of a strategy with a duration. The parameters of a strategy are a record, and no schema names its keys. */
const ReadableStrategy = StrategyView.extend({ parameters: z.object({ duration: z.literal(5) }) });

/** Schemas of the responses by path. `*` stands for an id. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  [`${TRADING}/assets`]: z.array(Asset),
  [`${TRADING}/market-data`]: z.array(MarketQuote),
  [`${TRADING}/day-curves`]: z.array(DayCurve),
  [`${TRADING}/candles`]: z.array(CandleView),
  [`${TRADING}/second-candles`]: SecondCandlesView,
  [`${TRADING}/payout`]: PayoutView,
  [`${TRADING}/active`]: z.array(Option),
  [`${TRADING}/history`]: z.array(Option),
  [`${TRADING}/history/counts`]: TradeCounts,
  [`${TRADING}/calendar`]: TradeCalendar,
  [`${TRADING}/tags`]: z.array(OwnTag),
  [`${TRADING}/option/*`]: Option,
  [`${TRADING}/option/*/note`]: TradeNote,
  [`${TRADING}/option/*/check`]: SettlementCheckResponse,
  [`${TRADING}/option/*/events`]: z.array(TradeEventView),
  [`${TRADING}/option/*/sale`]: SaleView,
  [`${TRADING}/paper-execution`]: PaperExecutionView,
  [`${TRADING}/paper-gap`]: PaperGapView,
  [`${TRADING}/settlement-checks`]: SettlementCheckCounts,
  [`${TRADING}/stats`]: TradingStats,
  [`${TRADING}/health`]: TradingHealth,
  [`${TRADING}/performance`]: TradingPerformance,
  [`${TRADING}/automation`]: Automation,
  [`${TRADING}/automation/accounts`]: AutomationAccounts,
  [`${TRADING}/mode/current`]: CurrentMode,
  [`${TRADING}/mock/reset`]: AccountView,
  [`${TRADING}/market-source`]: MarketSourceView,
  [`${TRADING}/risk`]: RiskUse,
  [`${ACCOUNT}/limits`]: RiskLimitsView,
  [`${ACCOUNT}/safety`]: AccountSafety.extend({
    country: z.enum(['CO']),
    waiting: z.object({ adult: z.boolean(), country: z.enum(['CO']), from: Instant }),
    ban: z.object({ authority: z.string(), since: Instant, source: z.string() }),
  }),
  [`${ACCOUNT}/preferences`]: Preferences,
  [`${ACCOUNT}/sessions`]: z.array(OpenSession),
  [`${ACCOUNT}/bot-tokens`]: z.array(BotToken),
  [`${ACCOUNT}/security-log`]: z.array(SecurityLogEntry),
  [`${ACCOUNT}/recovery-codes`]: RecoveryCodesLeft,
  [`${ACCOUNT}/proof`]: ProofAsked,
  '/api/v1/push/subscriptions': z.array(PushSubscriptionView),
  '/api/v1/telegram': TelegramView,
  '/api/v1/drawings': z.array(DrawingView),
  '/api/v1/price-alerts': z.array(PriceAlertView),
  '/api/v1/notifications': z.array(NotificationView),
  '/api/v1/notifications/settings': NotificationSettings,
  '/api/v1/notifications/unread': NotificationsUnread,
  '/api/v1/notifications/webhooks': z.array(WebhookView),
  '/api/v1/notifications/webhooks/*/deliveries': z.array(WebhookDelivery),
  '/api/v1/log/head': LogHeadView,
  '/api/v1/log/record': z.object({}),
  '/api/v1/strategies': z.array(ReadableStrategy),
  '/api/v1/strategies/signals': z.array(StrategySignalView),
  '/api/v1/strategies/*/signals': z.array(StrategySignalView),
  '/api/v1/strategies/*/rejections': z.array(RejectionView),
  '/api/v1/strategies/*/door': SignalDoorView,
  '/api/v1/strategies/*/graduation': AutomationGraduation,
  '/api/pcr/setup/*/graduation': AutomationGraduation,
  '/api/v1/backtests': z.array(BacktestJob),
  '/api/v1/backtests/*': BacktestJob,
  '/api/v1/history-fetches': z.array(HistoryFetch),
  '/api/v1/price-files': z.array(PriceFile),
  '/api/v1/price-files/*/candles': PriceFileCandlesView,
  '/api/v1/library': Library,
  '/api/pcr/setups': z.array(ReadableSetup),
  '/api/pcr/setup/*': ReadableSetup,
  '/api/pcr/setup/*/rejections': z.array(RejectionView),
  '/api/pcr/setup/*/statistics': PcrSetupStatistics,
  '/api/pcr/dashboard': PcrDashboard,
  '/api/pcr/signals': PcrSignals,
  '/api/pcr/sequences/summary': z.array(PcrSequenceView),
  '/api/pcr/ladder': LadderView,
  '/api/pcr/debug': PcrDebug,
};

/** Schemas of the responses that have no envelope. */
const BARE: Readonly<Record<string, z.ZodType>> = {
  '/api/v1/multi-broker/brokers': BrokersResponse,
  '/api/v1/multi-broker/check/*': BrokerCheckResponse,
  '/api/v1/multi-broker/*': BrokerResponse,
  '/dev/mailbox.json': z.array(z.null()),
  [`${ACCOUNT}/export`]: z.object({}),
};

/**
 * State of the fake server. `full`: it answers every read request with the documented example. `empty`: the same, with
 * empty lists. `failing`: it refuses every request. `expired`: it refuses every session. `unreachable`: no connection
 * is possible. `silent`: it never responds.
 */
export type FakeServerState = 'full' | 'empty' | 'failing' | 'expired' | 'unreachable' | 'silent';

/** A fake server that responds with the documented examples, and with 503 to unknown requests. */
export class DocumentedApi {
  readonly #mood: FakeServerState;
  /** Every text that the server has sent. */
  readonly said = new Set<string>();
  /** Number of requests in flight. */
  underWay = 0;
  /** Requested paths without a documented response. */
  readonly unknown = new Set<string>();

  constructor(mood: FakeServerState = 'full') {
    this.#mood = mood;
  }

  readonly fetch = async (input: RequestInfo | URL, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(input), window.location.origin);
    if (this.#mood === 'silent' && pathname !== CONFIG) return new Promise(() => {});
    this.underWay += 1;
    try {
      return await this.#respond(pathname, method);
    } finally {
      this.underWay -= 1;
    }
  };

  async #respond(path: string, method: string): Promise<Response> {
    if (path !== CONFIG) {
      if (this.#mood === 'unreachable') throw new TypeError('no server is there');
      if (this.#mood === 'failing') return answered(REFUSAL, 500);
      if (this.#mood === 'expired') return answered(REFUSAL, 401);
    }
    const body = this.#fitting(path);
    if (body === undefined && method === 'GET') this.unknown.add(path);
    collectTexts(body, this.said);
    return answered(body ?? {}, body === undefined ? 503 : 200);
  }

  #answer(path: string): unknown {
    // An empty URL stands for the origin of the page.
    if (path === CONFIG) return { ...PublicConfig.parse(sampleOf(PublicConfig)), supabaseUrl: '' };
    const bare = find(BARE, path);
    if (bare) return this.#sampleOf(bare);
    const schema = find(ANSWERS, path);
    return schema && { success: true, data: this.#sampleOf(schema) };
  }

  #fitting(path: string): unknown {
    try {
      return this.#answer(path);
    } catch (misfit) {
      this.unknown.add(`${path}: ${misfit}`);
      return undefined;
    }
  }

  /**
   * Returns the documented example of a schema.
   * @throws Error if the example does not match its schema
   */
  #sampleOf(schema: z.ZodType): unknown {
    const sample = sampleOf(schema);
    schema.parse(sample);
    return this.#mood === 'empty' ? emptied(sample) : sample;
  }
}

const answered = (body: unknown, status: number): Response => new Response(JSON.stringify(body), { status });

/** Returns a value of the same shape in which every list is empty. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, emptied(each)]));
}

const find = (table: Readonly<Record<string, z.ZodType>>, path: string): z.ZodType | undefined =>
  Object.entries(table).find(([pattern]) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(path))?.[1];

/** Adds every text in the value to `texts`. */
export function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) collectTexts(each, texts);
}
