/** Messages to people's browsers while the app is closed. */
export { PUSH_SECTIONS } from './export-sections.ts';
export { registerPushRoutes } from './push.routes.ts';
export { Push } from './push.ts';
export { registerPushFigures } from './register-metrics.ts';
