/** The notifications of users, which all their tabs and devices share. */

export { Deliveries } from './deliveries/deliveries.ts';
export { countDueRows } from './deliveries/outbox.repository.ts';
export type { DeliveryResult, OutgoingItem, OutgoingMessage, ReceiverPort } from './deliveries/ports.ts';
export { NOTIFICATION_SECTIONS } from './export-sections.ts';
export { NewNotifications } from './new-notifications.ts';
export { createNotificationReader } from './notification-reader.ts';
export { NOTIFICATIONS_KEPT_MS, NOTIFICATIONS_KEPT_PER_USER, NotificationUpkeep } from './notification-upkeep.ts';
export { registerNotificationRoutes } from './notifications.routes.ts';
export { createNotifications, type Notifications } from './notifications.ts';
export { NOTIFICATION_CREATED, NOTIFICATIONS_READ, NOTIFICATIONS_WRITTEN } from './topics.ts';
export { NotificationWatcher } from './watching/watcher.ts';
