/** Messages to users' browsers while the app is closed. */
export { PUSH_SECTIONS } from './export-sections.ts';
export { readWaitingPushes } from './outbox.repository.ts';
export { registerPushRoutes } from './push.routes.ts';
export { Push } from './push.ts';
