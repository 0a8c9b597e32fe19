/** What a bot token may be allowed: reading, trading on the current mode, managing PCR and strategies, broker connections. */
export const BOT_SCOPES = ['read', 'trade', 'pcr', 'connections'] as const;
export type BotScope = (typeof BOT_SCOPES)[number];

/** How long a person can shut himself out of real money; nobody can shorten it afterwards. */
export const SELF_EXCLUSION_PERIODS = ['24h', '7d', '30d', 'forever'] as const;
export type SelfExclusionPeriod = (typeof SELF_EXCLUSION_PERIODS)[number];

/** What has to be typed before orders go out with real money. */
export const REAL_MONEY_PHRASE = 'OPERAR CON DINERO REAL';

/** What can stand between an account and real money, in the order it is asked for. Each is an error code too. */
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
