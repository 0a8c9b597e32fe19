/**
 * Exports the normalized form of a setup, without the detector, so that the API's schema can parse requests into it.
 */
export { type CheckedSetup, completeSetup } from './complete-setup.ts';
export type { PcrRules, PcrSetup } from './setup.ts';
