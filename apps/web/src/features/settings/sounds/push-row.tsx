import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationTopic, PushSubscriptionView } from '@vigia/contract';
import { useEffect, useRef } from 'react';
import { askNoticePermission } from '#shared/lib/browser-notices.ts';
import { NOTICE_TOPICS, useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { FailureWithText, problemOf } from '#shared/lib/problem.ts';
import { loadPublicConfig } from '#shared/lib/public-config.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { toast } from '#shared/ui/toast.ts';
import { timeAgo } from '../moments.ts';
import { SettingRow } from '../setting-row.tsx';
import { soundMessages } from './messages.es.ts';
import {
  type BrowserPushManager,
  ownSubscription,
  type PushUnavailableReason,
  pushManager,
  sendTestPush,
  subscribe,
  unsubscribe,
} from './push-client.ts';

const words = soundMessages.push;
const OWN = ['push-subscription'];

/** Renders the setting of push messages, or the reason why this browser cannot receive them. */
export function PushRow() {
  const { data: push } = useQuery({ queryKey: ['push-means'], queryFn: findMeans });
  if (push === undefined) return null;
  if (typeof push === 'string') return <SettingRow title={words.title} hint={words[push]} />;
  return <Choice manager={push.manager} publicKey={push.publicKey} />;
}

async function findMeans(): Promise<
  { readonly manager: BrowserPushManager; readonly publicKey: string } | PushUnavailableReason
> {
  const [manager, { pushKey }] = await Promise.all([pushManager(), loadPublicConfig()]);
  if (typeof manager === 'string') return manager;
  return pushKey === undefined ? 'unsupported' : { manager, publicKey: pushKey };
}

/** Returns the topics of the column 'Navegador' of this device. */
function useBrowserTopics(): readonly NotificationTopic[] {
  const chosen = useNoticeSettings((settings) => settings.chosen);
  return NOTICE_TOPICS.filter((topic) => chosen[topic].browser);
}

function Choice({ manager, publicKey }: { readonly manager: BrowserPushManager; readonly publicKey: string }) {
  const queries = useQueryClient();
  const topics = useBrowserTopics();
  const { data: own } = useQuery({ queryKey: OWN, queryFn: ({ client }) => ownSubscription(apiOf(client), manager) });
  const choose = useMutation({
    mutationFn: async (wanted: readonly NotificationTopic[] | null, { client }) => {
      if (wanted !== null) {
        if (wanted.length === 0) throw new FailureWithText(words.noTopics);
        if ((await askNoticePermission()) !== 'granted') throw new FailureWithText(soundMessages.browserDenied);
        return subscribe(apiOf(client), manager, publicKey, wanted);
      }
      if (own) await unsubscribe(apiOf(client), manager, own.id);
      return null;
    },
    onSuccess: (subscription) => queries.setQueryData(OWN, subscription),
  });
  useKeptTopics(own, topics, choose.mutate, choose.isPending);
  const test = useMutation({
    mutationFn: (id: string, { client }) => sendTestPush(apiOf(client), id),
    onSuccess: () => toast(words.tested),
  });
  const nowMs = useServerNow(60_000);
  const failure = choose.error ?? test.error;
  return (
    <>
      <SettingRow title={words.title} hint={`${words.hint} ${own ? stateOf(own, nowMs) : ''}`} inline>
        <Switch
          label={words.title}
          checked={own != null}
          disabled={own === undefined || choose.isPending}
          onChange={(wanted) => choose.mutate(wanted ? topics : null)}
        />
      </SettingRow>
      {own && (
        <div className="flex px-4 pb-3">
          <Button size="sm" className="ml-auto" loading={test.isPending} onClick={() => test.mutate(own.id)}>
            {words.test}
          </Button>
        </div>
      )}
      {failure && (
        <div className="px-4 pb-3">
          <FieldError>{failure instanceof DOMException ? words.refused : problemOf(failure)}</FieldError>
        </div>
      )}
    </>
  );
}

/** Keeps the topics of the subscription equal to the column 'Navegador'. Without any topic the subscription ends. */
function useKeptTopics(
  own: PushSubscriptionView | null | undefined,
  topics: readonly NotificationTopic[],
  choose: (topics: readonly NotificationTopic[] | null) => void,
  isPending: boolean,
): void {
  const [wanted, stored] = [topics.join(), NOTICE_TOPICS.filter((topic) => own?.topics.includes(topic)).join()];
  // A failed change is not repeated until the user changes a topic.
  const tried = useRef('');
  useEffect(() => {
    if (!own || isPending || tried.current === wanted) return;
    tried.current = wanted;
    if (wanted !== stored) choose(topics.length === 0 ? null : topics);
  }, [own, isPending, wanted, stored, choose, topics]);
}

/** States when this browser got its last message, or that the last one was given up. */
function stateOf({ sent_at: sent, failed_at: failed }: PushSubscriptionView, nowMs: number): string {
  const before = sent && timeAgo(sent, nowMs);
  if (failed !== null) return words.failed(before);
  return before === null ? '' : words.sent(before);
}
