/** Fixed limits from docs/spec/api.md §5 and docs/decisions. */
export const LIMITS = {
  apiTimeoutMs: 30_000,
  refreshTimeoutMs: 5_000,
  sessionFetchAttempts: 2,
  sessionFetchGapMs: 100,
  notificationsKept: 50,
  notificationBadgeMax: 9,
  pcrSignalsKept: 100,
  historyDefaultLimit: 50,
  historyMaxLimit: 500,
  candlesDefaultLimit: 500,
  candlesMaxLimit: 5_000,
  secondCandlesMaxLimit: 1_000,
  sequencePollingMs: 5_000,
  refreshIntervalDefaultS: 5,
  tradeAmountDefaultMinor: 1_000,
  maxConcurrentTradesDefault: 3,
  durationMinMinutes: 1,
  durationMaxMinutes: 1_440,
  durationMinSeconds: 1,
  durationMaxSeconds: 86_400,
  durationMinTicks: 1,
  durationMaxTicks: 10,
  mockBalanceDefaultMinor: 1_000_000,
  mobileBreakpointPx: 768,
  idempotencyKeyMaxLength: 200,
  idempotencyKeptMs: 24 * 60 * 60 * 1_000,
} as const;

export const DEFAULT_SYMBOL = 'EURUSD';
export const DEFAULT_TIMEFRAME = '5m';
