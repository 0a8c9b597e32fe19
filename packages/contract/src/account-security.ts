import {
  BOT_SCOPES,
  COUNTRIES,
  REAL_MONEY_OBSTACLES,
  SECURITY_WAIT_REASONS,
  SELF_EXCLUSION_PERIODS,
  TRADING_MODES,
} from '@vigia/core/vocabulary';
import { z } from 'zod';
import { BrokerIdOrMock, CurrencyCode, Instant, storedTextSchema } from './common.ts';
import * as EXAMPLES from './examples/account.ts';

/** A session of the user. `GET /api/v1/account/sessions` lists them, the most recently used first. */
export const OpenSession = z.object({
  id: z.uuid(),
  /** True for the session of the current request. */
  current: z.boolean(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  aal: z.enum(['aal1', 'aal2']),
  created_at: Instant,
  last_seen_at: Instant,
});
export type OpenSession = z.infer<typeof OpenSession>;

/**
 * Body of `POST /api/v1/account/bot-tokens`. `allowed_ips` lists addresses or CIDR ranges; if it is absent or empty,
 * every address is allowed.
 */
export const NewBotToken = z.object({
  name: storedTextSchema('line').min(1).max(60),
  scopes: z.array(z.enum(BOT_SCOPES)).min(1).max(BOT_SCOPES.length),
  expires_in_days: z.number().int().min(1).max(365),
  allowed_ips: z.array(z.string().max(49)).max(20).optional(),
});
export type NewBotToken = z.infer<typeof NewBotToken>;

/** A bot token in lists, without its secret value. */
export const BotToken = z.object({
  id: z.uuid(),
  name: z.string(),
  last_four: z.string().length(4),
  scopes: z.array(z.enum(BOT_SCOPES)),
  allowed_ips: z.array(z.string()),
  created_at: Instant,
  expires_at: Instant,
  last_used_at: Instant.nullable(),
  last_used_ip: z.string().nullable(),
  /**
   * Time since which the token is suspended, because the user changed their password, e-mail address or second factor;
   * null unless the token is suspended.
   */
  paused_at: Instant.nullable(),
});
export type BotToken = z.infer<typeof BotToken>;

/** The only response that contains the token. No later request can read it again. */
export const MadeBotToken = BotToken.extend({ token: z.string() });
export type MadeBotToken = z.infer<typeof MadeBotToken>;

/**
 * Response of `GET /api/v1/account/access`. `scopes` are those of the bot token of the request; null for a session,
 * which may access all data of its user.
 */
export const AccessView = z
  .object({ scopes: z.array(z.enum(BOT_SCOPES)).nullable() })
  .meta({ examples: [{ scopes: ['read'] }, { scopes: null }] });
export type AccessView = z.infer<typeof AccessView>;

/** Response of `DELETE /api/v1/account/bot-tokens`: the number of tokens that the call revoked. */
export const EndedBotTokens = z.object({ ended: z.number().int() });

/** One line of `GET /api/v1/account/security-log`. `kind` is a stable code such as `signed_in`. */
export const SecurityLogEntry = z.object({
  seq: z.number().int(),
  at: Instant,
  kind: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type SecurityLogEntry = z.infer<typeof SecurityLogEntry>;

export const SecurityLogQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.coerce.number().int().min(1).optional(),
});

/** Kinds of evidence that a person, and not only their session, makes a request. */
export const PROOF_KINDS = ['password', 'code', 'mailed_digits'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/**
 * Response of `GET /api/v1/account/proof`: the kind of evidence that the user must give. `code`: the account has a
 * verified second factor (a code of the authenticator app, or a recovery code). `password`: it has none.
 * `mailed_digits`: it has neither a second factor nor a password (`GET /auth/v1/reauthenticate` sends the digits).
 */
export const ProofAsked = z.object({ asks: z.enum(PROOF_KINDS) });
export type ProofAsked = z.infer<typeof ProofAsked>;

/**
 * Body of `POST /api/v1/account/proof`. It has exactly one field, named like the evidence in `asks`, with the value of
 * this evidence.
 */
export const ShownProof = z
  .strictObject({
    password: z.string().min(1).max(4_096),
    code: z.string().min(1).max(64),
    mailed_digits: z.string().min(1).max(64),
  })
  .partial()
  .meta({ examples: [{ password: 'tormenta sobre el lago 7' }, { code: '123456' }] });
export type ShownProof = z.infer<typeof ShownProof>;

/** A proof for the header `x-vigia-proof`. It is valid for five minutes, in this session only. */
export const FreshProof = z.object({ proof: z.string(), expires_at: Instant });
export type FreshProof = z.infer<typeof FreshProof>;

/** Response of `POST /api/v1/account/recovery-codes`: ten new codes, shown once. All earlier codes become invalid. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Response of `GET /api/v1/account/recovery-codes`: the number of unused codes. */
export const RecoveryCodesLeft = z.object({ left: z.number().int() });

/**
 * Body of `POST /api/v1/auth/recovery-code`, which accepts a recovery code instead of the second factor's code and
 * returns a session.
 */
export const RecoveryCodeUse = z.object({ code: z.string().max(64) });

/** The changes whose mails contain a link 'No fui yo'. */
export const CHANGES_WITH_UNDO_LINK = [
  'password_changed',
  'email_changed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'bot_token_made',
  'webhook_set',
  'broker_credentials_stored',
  'real_money_chosen',
  'data_exported',
  'factor_reset_started',
  'access_restored',
] as const;
export type ChangeWithUndoLink = (typeof CHANGES_WITH_UNDO_LINK)[number];

/** Body of `POST /api/v1/auth/not-me`, which executes the link 'No fui yo' of a mail, once. */
export const NotMe = z.object({ token: z.string().min(1).max(128) });

/** Response of `POST /api/v1/auth/not-me`. The link also ends sessions and tokens, and stops all automatic trading. */
export const NotMeDone = z.object({
  /** The address that received the mail. The next recovery mail goes to this address. */
  email: z.string(),
  /** Whether the second factor that the mail reported was removed. */
  factor_removed: z.boolean(),
  /** `restored`: the account uses this address again. `taken`: another account uses this address now. */
  address: z.enum(['unchanged', 'restored', 'taken']),
});
export type NotMeDone = z.infer<typeof NotMeDone>;

/**
 * Response of `GET` and `POST /api/v1/auth/factor-reset`: the state of the reset of the second factor. `ready`: a new
 * recovery link completes the reset.
 */
export const FactorReset = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('waiting'), ready_at: Instant }),
  z.object({ state: z.literal('ready'), ends_at: Instant, needs_new_link: z.boolean() }),
]);
export type FactorReset = z.infer<typeof FactorReset>;

/** Body of `POST /api/v1/auth/factor-reset/finish`. */
export const FactorResetFinish = z.object({ password: z.string().max(4_096) });

/**
 * Body of `PUT /api/v1/account/declaration`. `country` is an ISO 3166-1 alpha-2 code. A change from a country with a
 * ban to a country without one takes effect 24 h later. A change from minor to adult takes effect 24 h later too.
 */
export const Declaration = z.object({ adult: z.boolean(), country: z.enum(COUNTRIES) });
export type Declaration = z.infer<typeof Declaration>;

/**
 * Query of `GET /api/v1/account/safety`: the real account whose unmet conditions are listed. Without `broker`, a
 * connection to any broker is sufficient. Without `currency`, the currency of the account applies.
 */
export const SafetyQuery = z.object({ broker: BrokerIdOrMock, currency: CurrencyCode }).partial();

/**
 * Response of `GET /api/v1/account/safety`: the user's declarations, their self-exclusion, and the effect of both on
 * real money.
 */
export const AccountSafety = z.object({
  adult: z.boolean().nullable(),
  country: z.string().nullable(),
  declared_at: Instant.nullable(),
  /** A declaration that will allow real money but is not in effect yet; null if there is none. */
  waiting: z.object({ adult: z.boolean(), country: z.string(), from: Instant }).nullable(),
  /**
   * The ban on selling binary options to retail clients in the user's country, with authority, date and source; null
   * without a ban.
   */
  ban: z.object({ authority: z.string(), since: z.string(), source: z.string() }).nullable(),
  self_excluded_until: Instant.nullable(),
  self_excluded_forever: z.boolean(),
  /** End of the wait for real money after a security change; null without a wait. */
  security_wait: z.object({ until: Instant, reason: z.enum(SECURITY_WAIT_REASONS) }).nullable(),
  /** Currency of the daily loss limit that real money requires on this account. */
  loss_limit_currency: CurrencyCode,
  /** Unmet conditions for real money in this session, in the order of their checks; empty if there are none. */
  obstacles: z.array(z.enum(REAL_MONEY_OBSTACLES)),
});
export type AccountSafety = z.infer<typeof AccountSafety>;

/** Body of `POST /api/v1/account/self-exclusion`. */
export const SelfExclusion = z.object({ period: z.enum(SELF_EXCLUSION_PERIODS) });
export type SelfExclusion = z.infer<typeof SelfExclusion>;

/** Body of `POST /api/v1/trading/mode/switch`. */
export const ModeSwitch = z
  .object({ mode: z.enum(TRADING_MODES), confirm: z.string().max(100).optional() })
  .meta({ examples: EXAMPLES.MODE_SWITCHES });
export type ModeSwitch = z.infer<typeof ModeSwitch>;

/** Text that the user must type to delete the account. */
export const DELETE_ACCOUNT_PHRASE = 'ELIMINAR MI CUENTA';

/** Body of `POST /api/v1/account/delete`. A proof in the header `x-vigia-proof` replaces `password`. */
export const AccountDeletion = z.object({
  confirm: z.literal(DELETE_ACCOUNT_PHRASE),
  password: z.string().max(4_096).optional(),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;
