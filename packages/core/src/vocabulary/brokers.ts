/** Brokers a user can connect. */
export const BROKER_IDS = ['iqoption', 'quotex', 'olymptrade', 'deriv'] as const;
export type BrokerId = (typeof BROKER_IDS)[number];

/** Where a trade is placed: the built-in paper account or a broker. */
export const VENUES = ['mock', ...BROKER_IDS] as const;
export type Venue = (typeof VENUES)[number];

/** What kind of money an account holds. */
export const ACCOUNT_KINDS = ['mock', 'demo', 'real'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
