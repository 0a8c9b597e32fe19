/** Directions of a trade: CALL wins above the entry price, PUT below it. */
export const DIRECTIONS = ['CALL', 'PUT'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const TRADING_MODES = ['mock', 'iqoption_demo', 'iqoption_real'] as const;
export type TradingMode = (typeof TRADING_MODES)[number];

/**
 * Statuses of a trade in the API. `expired`: it ended without a winner (a tie). `cancelled`: it was never accepted, or
 * was voided.
 */
export const TRADE_STATUSES = ['active', 'won', 'lost', 'expired', 'cancelled'] as const;
export type TradeStatus = (typeof TRADE_STATUSES)[number];

/**
 * State of the order at its venue. An `unknown` order is reconciled. Its state is never guessed, and it is never sent
 * again.
 */
export const EXECUTIONS = ['pending', 'confirmed', 'unknown', 'rejected'] as const;
export type Execution = (typeof EXECUTIONS)[number];

/** Origin of a trade: manual, an automation or the API. */
export const TRADE_ORIGINS = ['manual', 'pcr', 'strategy', 'api'] as const;
export type TradeOrigin = (typeof TRADE_ORIGINS)[number];

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Result of the comparison of a win rate's interval with the break-even rate. */
export const VERDICTS = ['above', 'below', 'indistinguishable', 'short_sample'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Result of the check of a settlement against the recorded prices of its source. `no_data`: the prices around entry or
 * end were not recorded live.
 */
export const SETTLEMENT_VERDICTS = ['match', 'differs', 'no_data'] as const;
export type SettlementVerdict = (typeof SETTLEMENT_VERDICTS)[number];

/**
 * Whether the recorded prices give another result than the venue. `unsure`: within the precision of the stated times
 * both results are possible.
 */
export const RESULT_CHANGES = ['no', 'yes', 'unsure'] as const;
export type ResultChange = (typeof RESULT_CHANGES)[number];

/** Origin of the delay and the refusals of the paper account. */
export const PAPER_BASES = ['measured', 'assumed', 'exact'] as const;
export type PaperBasis = (typeof PAPER_BASES)[number];
