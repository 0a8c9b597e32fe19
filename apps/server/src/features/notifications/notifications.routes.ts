import {
  NotificationSettings,
  NotificationSettingsBody,
  NotificationsQuery,
  NotificationsRead,
  NotificationsUnread,
  NotificationView,
} from '@vigia/contract';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import { memberRoutes } from '#platform/http/member-routes.ts';
import type { Notifications } from './notifications.ts';

const PATH = '/api/v1/notifications';

/** Registers the routes of a user's notifications. Bots may not read them, because they name devices and addresses. */
export function registerNotificationRoutes(app: App, notifications: Notifications): void {
  const routes = memberRoutes(app, 'Avisos');
  const READS = { effects: ['reads_account'] } as const;
  routes.get(
    PATH,
    {
      config: READS,
      summary: 'Tus avisos, el más nuevo primero',
      querystring: NotificationsQuery,
      data: z.array(NotificationView),
    },
    ({ principal, query }) => notifications.list(principal.userId, query),
  );
  routes.get(
    `${PATH}/unread`,
    { config: READS, summary: 'Cuántos avisos no has leído', data: NotificationsUnread },
    ({ principal }) => notifications.countUnread(principal.userId),
  );
  routes.post(
    `${PATH}/read`,
    {
      config: { effects: ['changes_screen'] },
      summary: 'Marca como leído un aviso, o todos hasta él',
      description: 'Vale para todas tus pestañas y dispositivos. Repetir la petición no cambia nada.',
      body: NotificationsRead,
      data: NotificationsUnread,
    },
    ({ principal, body }) => notifications.markRead(principal.userId, body),
  );
  routes.get(
    `${PATH}/settings`,
    { config: READS, summary: 'Qué te llega con la app cerrada', data: NotificationSettings },
    ({ principal }) => notifications.settings(principal.userId),
  );
  routes.put(
    `${PATH}/settings`,
    {
      config: { effects: ['changes_screen'] },
      summary: 'Cambia qué te llega por correo, y tus horas de silencio',
      description: 'Los avisos de seguridad no esperan a que terminen las horas de silencio.',
      body: NotificationSettingsBody,
      data: NotificationSettings,
    },
    ({ principal, body }) => notifications.changeSettings(principal.userId, body),
  );
}
