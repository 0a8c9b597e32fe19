/** Scopes of a bot token: read, trade in the current mode, manage PCR setups and strategies, manage broker connections. */
export const BOT_SCOPES = ['read', 'trade', 'pcr', 'connections'] as const;
export type BotScope = (typeof BOT_SCOPES)[number];

/** Periods of self-exclusion from real money. A period cannot be shortened afterwards. */
export const SELF_EXCLUSION_PERIODS = ['24h', '7d', '30d', 'forever'] as const;
export type SelfExclusionPeriod = (typeof SELF_EXCLUSION_PERIODS)[number];

/** Phrase that the user types before orders use real money. */
export const REAL_MONEY_PHRASE = 'OPERAR CON DINERO REAL';

/** Obstacles between an account and real money, in the order they are checked. Each is an error code too. */
export const REAL_MONEY_OBSTACLES = [
  'anonymous_not_allowed',
  'self_excluded',
  'declaration_missing',
  'underage',
  'country_banned',
  'insufficient_aal',
  'daily_loss_limit_missing',
  'mode_unavailable',
] as const;
export type RealMoneyObstacle = (typeof REAL_MONEY_OBSTACLES)[number];

/** Kinds of money that a user sets limits for: practice is paper and demo money. */
export const LIMIT_SCOPES = ['practice', 'real'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];
