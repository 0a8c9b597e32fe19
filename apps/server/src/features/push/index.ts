/** Messages to users' browsers while the app is closed. */
export { PUSH_SECTIONS } from './export-sections.ts';
export { pushKeysOf } from './installation-keys.ts';
export { registerPushRoutes } from './push.routes.ts';
export { Push } from './push.ts';
