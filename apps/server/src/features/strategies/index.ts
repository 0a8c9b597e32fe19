/** Indicator strategies of users on the live market, with their signals and outcomes. */
export { STRATEGY_SECTIONS } from './export-sections.ts';
export { registerExternalRoutes } from './external/external.routes.ts';
export { recomputeStrategySignals as rederiveStrategy } from './recompute-strategy-signals.ts';
export { registerStrategyRoutes } from './strategies.routes.ts';
export { createStrategies, type Strategies } from './strategies.ts';
export { STRATEGY_SIGNAL_CHANGED } from './topics.ts';
