/** Every error code of the API with the HTTP status it travels under. A code is never renamed. */
export const ERROR_STATUS = {
  validation_failed: 422,
  bad_json: 400,
  not_authenticated: 401,
  token_expired: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
  database_unavailable: 503,

  idempotency_key_invalid: 422,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,

  asset_unknown: 404,
  trade_not_found: 404,
  amount_invalid: 422,
  amount_below_minimum: 422,
  amount_above_maximum: 422,
  market_closed: 409,
  feed_stale: 409,
  payout_changed: 409,
  too_many_active: 409,
  balance_too_low: 409,
  stake_limit: 409,
  daily_loss_limit: 409,
  weekly_loss_limit: 409,
  daily_trade_limit: 409,
  cool_down: 409,
  kill_switch: 409,
  mode_unavailable: 409,

  setup_not_found: 404,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
