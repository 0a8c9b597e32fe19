import { useQuery } from '@tanstack/react-query';
import { WEBHOOKS_MAX, type WebhookBody, type WebhookView } from '@vigia/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useServices } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { toast } from '#shared/ui/toast.ts';
import { AccountRequired } from '../account-required.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { SettingRow } from '../setting-row.tsx';
import { useAccountChanged } from '../use-account-changed.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { webhookMessages as words } from './messages.es.ts';
import { changeWebhook, makeWebhook, removeWebhook, rotateSecret, webhooksQuery } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { type OpenWebhookForm, WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** Renders the webhooks of the user, below the other ways of notifications. */
export function WebhooksPart() {
  const { user } = useAuth();
  return (
    <section className="border-t border-line" aria-label={words.title}>
      {user?.is_anonymous ? <AccountRequired text={words.needsAccount} /> : <OwnWebhooks />}
    </section>
  );
}

/** The open dialog. */
type Open =
  | { readonly kind: 'form'; readonly form: OpenWebhookForm }
  | { readonly kind: 'rotate' | 'remove' | 'log'; readonly webhook: WebhookView };

function OwnWebhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => setOpen(null);
  const isFull = (webhooks.data?.length ?? 0) >= WEBHOOKS_MAX;
  return (
    <>
      <SettingRow title={words.title} hint={isFull ? words.full(WEBHOOKS_MAX) : words.intro}>
        <Button size="sm" disabled={isFull || !webhooks.data} onClick={() => setOpen({ kind: 'form', form: 'new' })}>
          <Plus size={15} aria-hidden />
          {words.create}
        </Button>
      </SettingRow>
      <LoadedQuery query={webhooks} rows={1}>
        {(list) =>
          list.length > 0 && (
            <ul className="border-t border-line">
              {list.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  webhook={webhook}
                  onEdit={(form) => setOpen({ kind: 'form', form })}
                  onRotate={(one) => setOpen({ kind: 'rotate', webhook: one })}
                  onRemove={(one) => setOpen({ kind: 'remove', webhook: one })}
                  onShowLog={(one) => setOpen({ kind: 'log', webhook: one })}
                />
              ))}
            </ul>
          )
        }
      </LoadedQuery>
      <Dialogs open={open} onClose={close} onSecret={setSecret} />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}

type DialogsProps = {
  readonly open: Open | null;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
};

function Dialogs({ open, onClose, onSecret }: DialogsProps) {
  const { api } = useServices();
  const changed = useAccountChanged();
  const reload = () => changed(webhooksQuery.queryKey);
  const of = (kind: 'rotate' | 'remove' | 'log') => (open?.kind === kind ? open.webhook : null);
  const [rotating, removing] = [of('rotate'), of('remove')];
  const submit = async (body: WebhookBody) => {
    if (open?.kind !== 'form') return;
    if (open.form === 'new') onSecret((await makeWebhook(api, body)).secret);
    else {
      await changeWebhook(api, open.form.id, body);
      toast.success(words.changed, { description: body.name });
    }
    onClose();
    await reload();
  };
  const rotate = async ({ id }: WebhookView) => {
    onSecret((await rotateSecret(api, id)).secret);
    await reload();
  };
  const remove = async ({ id, name }: WebhookView) => {
    await removeWebhook(api, id);
    await reload();
    toast.success(words.removed, { description: name });
  };
  return (
    <>
      <WebhookDialog form={open?.kind === 'form' ? open.form : null} onClose={onClose} onSubmit={submit} />
      <DeliveriesDialog webhook={of('log')} onClose={onClose} />
      <ConfirmDialog
        open={rotating !== null}
        onClose={onClose}
        title={words.confirmRotate.title}
        text={words.confirmRotate.text(rotating?.name ?? '')}
        submit={words.confirmRotate.submit}
        tone="primary"
        onConfirm={async () => rotating && rotate(rotating)}
      />
      <ConfirmDialog
        open={removing !== null}
        onClose={onClose}
        title={words.confirmRemove.title}
        text={words.confirmRemove.text(removing?.name ?? '')}
        submit={words.confirmRemove.submit}
        onConfirm={async () => removing && remove(removing)}
      />
    </>
  );
}
