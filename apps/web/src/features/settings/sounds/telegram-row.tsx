import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationTopic, TelegramChatView, TelegramCode } from '@vigia/contract';
import { useState } from 'react';
import { NOTICE_TOPICS } from '#shared/lib/notice-settings.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { toast } from '#shared/ui/toast.ts';
import { formatMomentDay, formatMomentInZone, timeAgo } from '../moments.ts';
import { SettingRow } from '../setting-row.tsx';
import { soundMessages } from './messages.es.ts';
import { telegramMessages as words } from './telegram.es.ts';
import {
  createChatCode,
  disconnectChat,
  saveChatTopics,
  sendTestChatMessage,
  telegramQuery,
} from './telegram-client.ts';
import { TelegramCodeDialog } from './telegram-code-dialog.tsx';
import { TelegramOrdersRow } from './telegram-orders-row.tsx';

/** Renders the user's chat with the bot at Telegram, or how to connect one. */
export function TelegramRow() {
  const { data: telegram } = useQuery(telegramQuery);
  if (telegram === undefined) return null;
  if (telegram.chat !== null) return <Connected chat={telegram.chat} />;
  if (!telegram.is_available) return <SettingRow title={words.title} hint={words.unavailable} />;
  return <Unconnected />;
}

function Unconnected() {
  const [code, setCode] = useState<TelegramCode | null>(null);
  const make = useMutation({ mutationFn: (_: void, { client }) => createChatCode(apiOf(client)), onSuccess: setCode });
  return (
    <>
      <SettingRow title={words.title} hint={words.hint}>
        <Button size="sm" loading={make.isPending} onClick={() => make.mutate()}>
          {words.connect}
        </Button>
      </SettingRow>
      {make.error && <Failure failure={make.error} />}
      <TelegramCodeDialog
        code={code}
        isRenewing={make.isPending}
        onRenew={() => make.mutate()}
        onClose={() => setCode(null)}
      />
    </>
  );
}

function Connected({ chat }: { readonly chat: TelegramChatView }) {
  const queries = useQueryClient();
  const nowMs = useServerNow(60_000);
  const [isLeaving, setLeaving] = useState(false);
  const test = useMutation({
    mutationFn: (_: void, { client }) => sendTestChatMessage(apiOf(client)),
    onSuccess: () => toast(words.tested),
  });
  const leave = async () => {
    queries.setQueryData(telegramQuery.queryKey, await disconnectChat(apiOf(queries)));
    toast(words.disconnected);
  };
  return (
    <>
      <SettingRow title={words.title} hint={stateOf(chat, nowMs)}>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" loading={test.isPending} onClick={() => test.mutate()}>
            {words.test}
          </Button>
          <Button size="sm" variant="danger-outline" onClick={() => setLeaving(true)}>
            {words.disconnect}
          </Button>
        </div>
      </SettingRow>
      {test.error && <Failure failure={test.error} />}
      <TelegramOrdersRow isAllowed={chat.allows_orders} />
      <Topics topics={chat.topics} />
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={words.disconnectTitle}
        text={words.disconnectText(chat.name)}
        submit={words.disconnect}
        onConfirm={leave}
      />
    </>
  );
}

function stateOf(
  { name, linked_at, sent_at: sent, failed_at: failed, muted_until: muted }: TelegramChatView,
  nowMs: number,
) {
  const last = failed !== null ? words.failed(sent && timeAgo(sent, nowMs)) : sent && words.sent(timeAgo(sent, nowMs));
  const isMuted = muted !== null && Date.parse(muted) > nowMs;
  return [words.connected(name, formatMomentDay(linked_at)), last, isMuted && words.muted(formatMomentInZone(muted))]
    .filter(Boolean)
    .join(' ');
}

/** Renders a checkbox of each topic. A change shows at once, and the previous state again if the server refuses it. */
function Topics({ topics }: { readonly topics: readonly NotificationTopic[] }) {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: 'telegram-topics' },
    mutationFn: (wanted: readonly NotificationTopic[]) => saveChatTopics(apiOf(queries), wanted),
    onSuccess: (saved) => queries.setQueryData(telegramQuery.queryKey, saved),
    onError: (failure) => {
      void queries.invalidateQueries({ queryKey: telegramQuery.queryKey });
      toast.error(soundMessages.failed, { description: problemOf(failure) });
    },
  });
  const choose = (topic: NotificationTopic, isWanted: boolean) => {
    const current = queries.getQueryData(telegramQuery.queryKey);
    if (current?.chat == null) return;
    const { topics: before } = current.chat;
    const next = isWanted ? [...before, topic] : before.filter((each) => each !== topic);
    // A response that was requested before would show the old choice again.
    void queries.cancelQueries({ queryKey: telegramQuery.queryKey }, { revert: false });
    queries.setQueryData(telegramQuery.queryKey, { ...current, chat: { ...current.chat, topics: next } });
    mutate(next);
  };
  return (
    <fieldset className="px-4 pb-4">
      <legend className="pb-2 text-12 text-fg-3">{words.topics}</legend>
      <div className="grid gap-x-6 gap-y-2 max-md:gap-y-0 md:grid-cols-2">
        {NOTICE_TOPICS.map((topic) => (
          <Checkbox
            key={topic}
            checked={topics.includes(topic)}
            onChange={({ target }) => choose(topic, target.checked)}
          >
            {soundMessages.topics[topic]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

const Failure = ({ failure }: { readonly failure: unknown }) => (
  <div className="px-4 pb-3">
    <FieldError>{problemOf(failure)}</FieldError>
  </div>
);
