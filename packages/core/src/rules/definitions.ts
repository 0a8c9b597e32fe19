/** The components of a rule. The API, the form and the texts are built from them. */
export * from './operands.ts';
export * from './rule.ts';
