import { useQuery } from '@tanstack/react-query';
import type { WebhookDelivery, WebhookView } from '@vigia/contract';
import { Badge } from '#shared/ui/badge.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { formatMomentInZone } from '../moments.ts';
import { webhookMessages } from './messages.es.ts';
import { deliveriesQuery } from './queries.ts';

const words = webhookMessages.deliveries;

type DeliveriesDialogProps = {
  /** Null closes the dialog. */
  readonly webhook: WebhookView | null;
  readonly onClose: () => void;
};

/** Shows the latest deliveries to a webhook. */
export const DeliveriesDialog = ({ webhook, onClose }: DeliveriesDialogProps) => (
  <Dialog
    open={webhook !== null}
    onOpenChange={onClose}
    title={words.title(webhook?.name ?? '')}
    description={words.text}
    wide
  >
    {webhook && <Deliveries id={webhook.id} />}
  </Dialog>
);

function Deliveries({ id }: { readonly id: string }) {
  const deliveries = useQuery({ ...deliveriesQuery(id), staleTime: 0 });
  return (
    <LoadedQuery query={deliveries} rows={3}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState text={words.none} />
        ) : (
          <ul aria-label={words.label}>
            {list.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )
      }
    </LoadedQuery>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { at, type, outcome, status, failure, answer, duration_ms } = delivery;
  const text = failure === null ? answer : webhookMessages.failures[failure];
  return (
    <li className="grid gap-1 border-t border-line py-2.5 first:border-0">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13">
        {formatMomentInZone(at)}
        <Badge tone={outcome === 'taken' ? 'ok' : 'error'}>
          {webhookMessages.outcomes[outcome]}
          {status !== null && ` · ${status}`}
        </Badge>
        <span className="text-12 text-fg-3">{words.facts(webhookMessages.types[type], duration_ms)}</span>
      </span>
      {text !== '' && <span className="text-12 wrap-anywhere text-fg-2">{text}</span>}
    </li>
  );
}
