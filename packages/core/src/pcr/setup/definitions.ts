/** The normalized form of a setup, without the detector. The API's schema parses requests into it. */
export { type CheckedSetup, completeSetup } from './complete-setup.ts';
export type { PcrRules, PcrSetup } from './setup.ts';
