import type { Body } from './wire.ts';

const perMinuteAndHour = (minutely: number, hourly: number) => ({ applies_to: 'requests', minutely, hourly });

/** Body of `website_status`, with the fields that Deriv's schema requires. */
export const WEBSITE_STATUS: Body = {
  website_status: {
    site_status: 'up',
    supported_languages: ['EN', 'ES'],
    terms_conditions_version: 'Version 1 2026-01-01',
    clients_country: 'mx',
    api_call_limits: {
      max_proposal_subscription: { applies_to: 'subscribing to proposal concurrently', max: 5 },
      max_requestes_general: perMinuteAndHour(220, 14_400),
      max_requests_outcome: perMinuteAndHour(30, 1_500),
      max_requests_pricing: perMinuteAndHour(360, 14_400),
    },
    currencies_config: {
      USD: {
        type: 'fiat',
        fractional_digits: 2,
        is_deposit_suspended: 0,
        is_suspended: 0,
        is_withdrawal_suspended: 0,
        stake_default: 1,
        transfer_between_accounts: { fees: {}, limits: null },
      },
    },
  },
};
