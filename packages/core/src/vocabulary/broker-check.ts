/** Steps of a broker check, in their order. The last four need an order on the demo account. */
export const CHECK_STEPS = [
  'sign_in',
  'accounts',
  'assets',
  'clock',
  'prices',
  'quote',
  'records',
  'demo_order',
  'settlement',
  'order_record',
  'messages',
] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];

/** Deviations that a check can report. The sentences of the contract package contain the values of each. */
export const CHECK_FINDINGS = [
  'sign_in_failed',
  'connection_lost',
  'no_accounts',
  'no_demo_account',
  'account_twice',
  'no_assets',
  'no_open_asset',
  'asset_twice',
  'payout_missing',
  'payout_out_of_range',
  'clock_unknown',
  'clock_offset',
  'no_prices',
  'prices_unordered',
  'price_times_off',
  'candles_failed',
  'candles_missing',
  'candles_disagree',
  'quote_failed',
  'quote_out_of_range',
  'records_failed',
  'records_unread',
  'records_undecided',
  'records_of_nothing',
  'order_refused',
  'order_unknown',
  'order_differs',
  'settled_late',
  'never_settled',
  'result_differs',
  'balance_differs',
  'order_not_in_records',
  'order_record_unread',
  'order_record_differs',
  'message_unknown',
  'message_unreadable',
] as const;
export type CheckFindingCode = (typeof CHECK_FINDINGS)[number];

/** Reasons why a step did not run. */
export const CHECK_SKIP_REASONS = [
  'no_session',
  'no_demo_account',
  'no_open_asset',
  'not_confirmed',
  'withheld',
  'no_order',
] as const;
export type CheckSkipReason = (typeof CHECK_SKIP_REASONS)[number];
