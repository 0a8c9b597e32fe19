import { topicForAll } from '#platform/bus/bus.ts';

/** Reports that a user created or deleted an alert. */
export const ALERT_CHANGED = topicForAll<{ readonly userId: string }>('price-alerts.changed');
