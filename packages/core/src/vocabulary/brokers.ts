/** The word of a broker people can connect, as its adapter gives it; which there are, the catalogue at the root says. */
export type BrokerId = string;

/** What such a word looks like; the tables refuse any other. */
export const BROKER_ID_FORM = /^[a-z][a-z0-9]{1,23}$/;

/** Where a trade is placed: `mock`, the built-in paper account, or a broker. */
export type Venue = string;

/** What kind of money an account holds. */
export const ACCOUNT_KINDS = ['mock', 'demo', 'real'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
