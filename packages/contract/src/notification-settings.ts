import { z } from 'zod';
import { Instant } from './common.ts';
import { NOTIFICATION_TOPICS } from './notifications.ts';

/** Time of day of the user, `HH:MM`. */
const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'debe ser una hora como 22:00')
  .meta({ examples: ['22:00'] });

const CHOICES = {
  email_topics: z.array(z.enum(NOTIFICATION_TOPICS)).max(NOTIFICATION_TOPICS.length),
  /** Whether the mails of a day become one, at 08:00. Security does not wait. */
  email_daily: z.boolean(),
  /** Hours in which push messages and mails wait; null if there are none. Security does not wait. */
  quiet_hours: z.strictObject({ from: TimeOfDay, to: TimeOfDay }).nullable(),
};

/** Body of `PUT /api/v1/notifications/settings`. */
export const NotificationSettingsBody = z
  .strictObject(CHOICES)
  .meta({
    examples: [{ email_topics: ['security'], email_daily: false, quiet_hours: { from: '22:00', to: '07:00' } }],
  });
export type NotificationSettingsBody = z.infer<typeof NotificationSettingsBody>;

/**
 * The notifications that reach a user outside the app. `email_address` is null if the account has no confirmed address.
 */
export const NotificationSettings = z.object({
  ...CHOICES,
  time_zone: z.string(),
  email_address: z.string().nullable(),
  /** Time of the last mail that the mail server accepted. */
  email_sent_at: Instant.nullable(),
  /** Time of the last mail that was given up, if no later one was accepted. */
  email_failed_at: Instant.nullable(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;
