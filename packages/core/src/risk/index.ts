/** The guard every order passes: one rule a reason, in the order the user is told of them. */
export * from './evaluate.ts';
export * from './order.ts';
export * from './refusal.ts';
