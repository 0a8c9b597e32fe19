/** Id of a connectable broker, defined by its adapter. */
export type BrokerId = string;

/** Form of a broker id. The database tables refuse any other form. */
export const BROKER_ID_FORM = /^[a-z][a-z0-9]{1,23}$/;

/** The execution venue of a trade: `mock`, the paper account, or a broker. */
export type Venue = string;

/** Kinds of an account by its money: paper money, a broker's demo money, and real money. */
export const ACCOUNT_KINDS = ['mock', 'demo', 'real'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
