/** Indicator strategies of users on the live market, with their signals and outcomes. */
export { STRATEGY_SECTIONS } from './export-sections.ts';
export { registerExternalRoutes } from './external/external.routes.ts';
export { rederive as rederiveStrategy } from './rederive.ts';
export { registerStrategyRoutes } from './strategies.routes.ts';
export { createStrategies, type Strategies } from './strategies.ts';
export { STRATEGY_SIGNAL_CHANGED } from './topics.ts';
