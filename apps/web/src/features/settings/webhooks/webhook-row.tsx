import { useMutation } from '@tanstack/react-query';
import type { WebhookDelivery, WebhookView } from '@vigia/contract';
import { CircleSlash, Ellipsis, Webhook } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { toast } from '#shared/ui/toast.ts';
import { formatMomentDay, timeAgo } from '../moments.ts';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { webhookMessages as words } from './messages.es.ts';
import { enableWebhook, sendTestWebhook, webhooksQuery } from './queries.ts';

const CLOCK_EVERY_MS = 30_000;

export type WebhookActions = {
  readonly onEdit: (webhook: WebhookView) => void;
  readonly onRotate: (webhook: WebhookView) => void;
  readonly onRemove: (webhook: WebhookView) => void;
  readonly onShowLog: (webhook: WebhookView) => void;
};

/** Renders a webhook with its state and its actions. */
export function WebhookRow({ webhook, ...actions }: { readonly webhook: WebhookView } & WebhookActions) {
  const nowMs = useServerNow(CLOCK_EVERY_MS);
  const { name, disabled_at: disabledAt, disabled_because: because } = webhook;
  return (
    <li className="border-t border-line first:border-0">
      <SettingRow
        icon={<Webhook size={18} className="shrink-0 text-fg-3" aria-hidden />}
        title={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {name}
            {webhook.sends_log_head && <Badge>{words.logHead}</Badge>}
            {disabledAt !== null && <Badge tone="error">{words.disabled}</Badge>}
          </span>
        }
        hint={factsOf(webhook, nowMs)}
      >
        <div className="flex gap-2 max-md:pl-7.5">
          {disabledAt === null ? <TestButton webhook={webhook} /> : <EnableButton webhook={webhook} />}
          <Button variant="ghost" size="sm" aria-label={words.logOne(name)} onClick={() => actions.onShowLog(webhook)}>
            {words.log}
          </Button>
          <Menu
            trigger={
              <Button variant="ghost" size="sm" aria-label={words.more(name)}>
                <Ellipsis size={16} aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={() => actions.onEdit(webhook)}>{words.edit}</MenuItem>
            <MenuItem onSelect={() => actions.onRotate(webhook)}>{words.rotate}</MenuItem>
            <MenuItem danger onSelect={() => actions.onRemove(webhook)}>
              {words.remove}
            </MenuItem>
          </Menu>
        </div>
      </SettingRow>
      {disabledAt !== null && because !== null && (
        <p className="flex items-start gap-2 px-4 pb-3 pl-11.5 text-12 text-error">
          <CircleSlash size={14} className="mt-px shrink-0" aria-hidden />
          {words.disabledBecause[because](formatMomentDay(disabledAt))}
        </p>
      )}
    </li>
  );
}

function TestButton({ webhook: { id, name } }: { readonly webhook: WebhookView }) {
  const changed = useAccountChanged();
  const test = useMutation({
    mutationFn: (_none, { client }) => sendTestWebhook(apiOf(client), id),
    onSuccess: (delivery) =>
      delivery.outcome === 'taken'
        ? toast.success(words.tested, { description: name })
        : toast.error(words.testFailed, { description: reasonOf(delivery) }),
    onError: (failure) => toast.error(problemOf(failure)),
    onSettled: () => changed(webhooksQuery.queryKey),
  });
  return (
    <Button size="sm" loading={test.isPending} aria-label={words.testOne(name)} onClick={() => test.mutate()}>
      {words.test}
    </Button>
  );
}

const reasonOf = ({ failure, status, answer }: WebhookDelivery): string =>
  failure === null ? `${status} ${answer}`.trim() : words.failures[failure];

function EnableButton({ webhook: { id, name } }: { readonly webhook: WebhookView }) {
  const changed = useAccountChanged();
  const enable = useMutation({
    mutationFn: (_none, { client }) => enableWebhook(apiOf(client), id),
    onSuccess: () => toast.success(words.enabled, { description: name }),
    onError: (failure) => toast.error(problemOf(failure)),
    onSettled: () => changed(webhooksQuery.queryKey),
  });
  return (
    <Button size="sm" loading={enable.isPending} aria-label={words.enableOne(name)} onClick={() => enable.mutate()}>
      {words.enable}
    </Button>
  );
}

function factsOf({ url, topics, sent_at: sent, failed_at: failed }: WebhookView, nowMs: number): string {
  const before = sent && timeAgo(sent, nowMs);
  const state = failed !== null ? words.failed(before) : before === null ? words.never : words.sent(before);
  return [new URL(url).host, words.topics(topics.length), state].join(' · ');
}
