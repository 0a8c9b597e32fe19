import {
  AccountSafety,
  AccountView,
  Asset,
  Automation,
  BacktestJob,
  BotToken,
  BrokerAnswer,
  BrokersAnswer,
  CandleView,
  CurrentMode,
  DrawingView,
  Instant,
  LadderView,
  Library,
  MarketQuote,
  MarketSourceView,
  OpenSession,
  Option,
  PayoutView,
  PcrDashboard,
  PcrDebug,
  PcrSequenceView,
  PcrSetupView,
  PcrSignals,
  Preferences,
  PublicConfig,
  PushSubscriptionView,
  RecoveryCodesLeft,
  RejectionView,
  RiskLimitsView,
  RiskUse,
  SecurityLogEntry,
  StrategyView,
  TradeEventView,
  TradingHealth,
  TradingPerformance,
  TradingStats,
} from '@vigia/contract';
import { z } from 'zod';
import { sampleOf } from './sample-of.ts';

const TRADING = '/api/v1/trading';
const ACCOUNT = '/api/v1/account';

/** What each address answers, `*` for an id. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  [`${TRADING}/assets`]: z.array(Asset),
  [`${TRADING}/market-data`]: z.array(MarketQuote),
  [`${TRADING}/candles`]: z.array(CandleView),
  [`${TRADING}/payout`]: PayoutView,
  [`${TRADING}/active`]: z.array(Option),
  [`${TRADING}/history`]: z.array(Option),
  [`${TRADING}/option/*`]: Option,
  [`${TRADING}/option/*/events`]: z.array(TradeEventView),
  [`${TRADING}/stats`]: TradingStats,
  [`${TRADING}/health`]: TradingHealth,
  [`${TRADING}/performance`]: TradingPerformance,
  [`${TRADING}/automation`]: Automation,
  [`${TRADING}/mode/current`]: CurrentMode,
  [`${TRADING}/mock/reset`]: AccountView,
  [`${TRADING}/market-source`]: MarketSourceView,
  [`${TRADING}/risk`]: RiskUse,
  [`${ACCOUNT}/limits`]: RiskLimitsView,
  [`${ACCOUNT}/safety`]: AccountSafety.extend({
    country: z.enum(['CO']),
    ban: z.object({ authority: z.string(), since: Instant, source: z.string() }),
  }),
  [`${ACCOUNT}/preferences`]: Preferences,
  [`${ACCOUNT}/sessions`]: z.array(OpenSession),
  [`${ACCOUNT}/bot-tokens`]: z.array(BotToken),
  [`${ACCOUNT}/security-log`]: z.array(SecurityLogEntry),
  [`${ACCOUNT}/recovery-codes`]: RecoveryCodesLeft,
  '/api/v1/push/subscriptions': z.array(PushSubscriptionView),
  '/api/v1/drawings': z.array(DrawingView),
  '/api/v1/strategies': z.array(StrategyView),
  '/api/v1/backtests': z.array(BacktestJob),
  '/api/v1/backtests/*': BacktestJob,
  '/api/v1/library': Library,
  '/api/pcr/setups': z.array(PcrSetupView),
  '/api/pcr/setup/*': PcrSetupView,
  '/api/pcr/setup/*/rejections': z.array(RejectionView),
  '/api/pcr/dashboard': PcrDashboard,
  '/api/pcr/signals': PcrSignals,
  '/api/pcr/sequences/summary': z.array(PcrSequenceView),
  '/api/pcr/ladder': LadderView,
  '/api/pcr/debug': PcrDebug,
};

/** Answered without the envelope of the others. */
const BARE: Readonly<Record<string, z.ZodType>> = {
  '/api/v1/multi-broker/brokers': BrokersAnswer,
  '/api/v1/multi-broker/*': BrokerAnswer,
};

/** A server that answers every reading call with what its documentation shows; what it does not know it answers 503. */
export class DocumentedApi {
  /** Every text it has sent. */
  readonly said = new Set<string>();
  /** Calls not yet answered. */
  underWay = 0;
  /** What it was asked for and has no answer to. */
  readonly unknown = new Set<string>();

  readonly fetch = async (input: RequestInfo | URL, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    this.underWay += 1;
    try {
      return await this.#respond(input, method);
    } finally {
      this.underWay -= 1;
    }
  };

  async #respond(input: RequestInfo | URL, method: string): Promise<Response> {
    const { pathname } = new URL(String(input), window.location.origin);
    const body = this.#answer(pathname);
    if (body === undefined && method === 'GET') this.unknown.add(pathname);
    note(body, this.said);
    return new Response(JSON.stringify(body ?? {}), { status: body === undefined ? 503 : 200 });
  }

  #answer(path: string): unknown {
    // An empty address means this very origin.
    if (path === '/config.json') return { ...PublicConfig.parse(sampleOf(PublicConfig)), supabaseUrl: '' };
    const bare = find(BARE, path);
    if (bare) return sampleOf(bare);
    const schema = find(ANSWERS, path);
    return schema && { success: true, data: sampleOf(schema) };
  }
}

const find = (table: Readonly<Record<string, z.ZodType>>, path: string): z.ZodType | undefined =>
  Object.entries(table).find(([pattern]) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(path))?.[1];

function note(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) note(each, texts);
}
