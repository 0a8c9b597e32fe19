/**
 * Scopes of a bot token: read, trade in the current mode, manage PCR setups and strategies, manage broker connections.
 */
export const BOT_SCOPES = ['read', 'trade', 'pcr', 'connections'] as const;
export type BotScope = (typeof BOT_SCOPES)[number];

/**
 * The effects of API calls, each with all scopes that a bot needs for it; null if no bot may have this effect. Routes
 * declare only effects. The server, the specification and the screens read the scopes from this table.
 */
export const EFFECT_SCOPES = {
  reads: ['read'],
  places_orders: ['trade'],
  stops_automation: ['trade'],
  changes_rules: ['pcr'],
  tests_rules: ['pcr'],
  arms_automation: ['pcr', 'trade'],
  changes_connection: ['connections'],
  chooses_practice: ['connections'],
  changes_login_in_use: null,
  opens_real_money: null,
  resumes_automation: null,
  changes_limits: null,
  changes_screen: null,
  changes_account: null,
  reads_account: null,
} as const satisfies Record<string, readonly BotScope[] | null>;
export type Effect = keyof typeof EFFECT_SCOPES;
export const EFFECTS = Object.keys(EFFECT_SCOPES).filter((name): name is Effect => name in EFFECT_SCOPES);

/**
 * Returns true if these scopes allow an effect. Scopes of null belong to a person, who may have every effect on their
 * own data.
 */
export function allowsEffect(scopes: readonly BotScope[] | null, effect: Effect): boolean {
  if (scopes === null) return true;
  const needed: readonly BotScope[] | null = EFFECT_SCOPES[effect];
  return needed !== null && needed.every((scope) => scopes.includes(scope));
}

/** Periods of self-exclusion from real money. A period cannot be shortened afterwards. */
export const SELF_EXCLUSION_PERIODS = ['24h', '7d', '30d', 'forever'] as const;
export type SelfExclusionPeriod = (typeof SELF_EXCLUSION_PERIODS)[number];

/** Phrase that the user must type before orders use real money. */
export const REAL_MONEY_PHRASE = 'OPERAR CON DINERO REAL';

/**
 * Phrase that the user must type too before automation uses real money, at a broker whose terms about automated trading
 * are unverified.
 */
export const BOT_TERMS_PHRASE = 'LEÍ LO QUE EL BRÓKER DICE DE LOS BOTS';

/**
 * Conditions for real money that an account may not meet yet, in the order of their checks. Each is also an error code.
 */
export const REAL_MONEY_OBSTACLES = [
  'anonymous_not_allowed',
  'self_excluded',
  'login_excluded',
  'declaration_missing',
  'underage',
  'country_banned',
  'insufficient_aal',
  'security_wait',
  'daily_loss_limit_missing',
  'mode_unavailable',
] as const;
export type RealMoneyObstacle = (typeof REAL_MONEY_OBSTACLES)[number];

/** Kinds of money for which a user sets limits; practice is paper and demo money. */
export const LIMIT_SCOPES = ['practice', 'real'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/** The changes after which real money is unavailable for a day. */
export const SECURITY_WAIT_REASONS = [
  'password_changed',
  'email_changed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_code_used',
  'not_me',
  'access_restored',
] as const;
export type SecurityWaitReason = (typeof SECURITY_WAIT_REASONS)[number];
