/** The PCR engine: candle sequences, price zones and hash-chained signals over the live market. */

export { PCR_SECTIONS } from './export-sections.ts';
export { registerPcrRoutes } from './pcr.routes.ts';
export { createPcr, type Pcr } from './pcr.ts';
export { recomputeSetupSignals as rederiveSetup } from './publishing/recompute-setup-signals.ts';
export { SEQUENCE_FOUND, SIGNAL_CHANGED, USERS_WATCHING } from './topics.ts';
