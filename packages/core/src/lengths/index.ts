/** The duration of a trade, in the form of orders, setups, strategies and signals. */
export * from './expiry.ts';
export * from './length.ts';
