import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NotificationSettings, type NotificationSettingsBody } from '@vigia/contract';
import { apiQuery } from '#shared/lib/api-query.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { soundMessages } from './messages.es.ts';

const PATH = '/api/v1/notifications/settings';
const settingsQuery = apiQuery(PATH, NotificationSettings);

/**
 * Returns what reaches the user outside the app, undefined until it is loaded, and a function that changes a part of
 * it. The screen shows a change at once. If the server refuses it, the screen shows the previous state again.
 */
export function useDeliverySettings() {
  const queries = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const { mutate } = useMutation({
    scope: { id: PATH },
    mutationFn: (body: NotificationSettingsBody) => apiOf(queries).put(PATH, { schema: NotificationSettings, body }),
    onSuccess: (saved) => queries.setQueryData(settingsQuery.queryKey, saved),
    onError: (failure) => {
      void queries.invalidateQueries({ queryKey: settingsQuery.queryKey });
      toast.error(soundMessages.failed, { description: problemOf(failure) });
    },
  });
  const change = (part: Partial<NotificationSettingsBody>) => {
    const current = queries.getQueryData(settingsQuery.queryKey);
    if (current === undefined) return;
    const next = { ...current, ...part };
    queries.setQueryData(settingsQuery.queryKey, next);
    const { email_topics, email_daily, quiet_hours } = next;
    mutate({ email_topics, email_daily, quiet_hours });
  };
  return { settings: data, change };
}
