import { useQuery } from '@tanstack/react-query';
import type { WebhookDelivery, WebhookView } from '@vigia/contract';
import { Badge } from '#shared/ui/badge.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { Loaded } from '../loaded.tsx';
import { atMoment } from '../moments.ts';
import { webhookMessages } from './messages.es.ts';
import { deliveriesQuery } from './queries.ts';

const words = webhookMessages.deliveries;

const COLUMNS = [
  { name: words.columns.at },
  { name: words.columns.type, wideOnly: true },
  { name: words.columns.outcome },
  { name: words.columns.duration, align: 'right', wideOnly: true },
  { name: words.columns.answer },
] as const;

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
    <Loaded query={deliveries} rows={3}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState text={words.none} />
        ) : (
          <Table label={words.label} columns={COLUMNS}>
            {list.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </Table>
        )
      }
    </Loaded>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { at, type, outcome, status, failure, answer, duration_ms } = delivery;
  return (
    <tr>
      <Cell>{atMoment(at)}</Cell>
      <Cell wideOnly>{webhookMessages.types[type]}</Cell>
      <Cell>
        <Badge tone={outcome === 'taken' ? 'ok' : 'error'}>
          {webhookMessages.outcomes[outcome]}
          {status !== null && ` · ${status}`}
        </Badge>
      </Cell>
      <Cell align="right" wideOnly>
        {words.duration(duration_ms)}
      </Cell>
      <Cell>
        <span className="block min-w-48 py-2 text-12 wrap-anywhere whitespace-normal text-fg-2">
          {failure === null ? answer : webhookMessages.failures[failure]}
        </span>
      </Cell>
    </tr>
  );
}
