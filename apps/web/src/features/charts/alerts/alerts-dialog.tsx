import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PriceAlertView } from '@vigia/contract';
import { Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { z } from 'zod';
import { formatDateTime, formatPrice } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf, useServices } from '#shared/lib/services.ts';
import { useTick } from '#shared/lib/ticks.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { Segmented } from '#shared/ui/segmented.tsx';
import { toast } from '#shared/ui/toast.ts';
import { alertMessages as words } from './messages.es.ts';
import { alertsQuery, deleteAlert, putAlert } from './queries.ts';

const DIRECTIONS = ['up', 'down'] as const;
const DIRECTION_OPTIONS = DIRECTIONS.map((value) => ({ value, label: words.directions[value] }));

const AlertInput = z.object({
  direction: z.enum(DIRECTIONS),
  level: z
    .string()
    .transform((text) => Number(text.trim().replace(',', '.')))
    .refine((level) => Number.isFinite(level) && level > 0, words.levelWrong),
});

type AlertsDialogProps = {
  readonly symbol: string;
  readonly decimals: number;
  readonly selectedPrice: number | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Renders the form of a new alert on the asset, and the user's alerts on it. */
export const AlertsDialog = ({ isOpen, onClose, ...shown }: AlertsDialogProps) => (
  <Dialog open={isOpen} onOpenChange={onClose} title={words.title(shown.symbol)} description={words.text}>
    <AlertForm {...shown} />
    <AlertList {...shown} />
  </Dialog>
);

type Shown = Omit<AlertsDialogProps, 'isOpen' | 'onClose'>;

function AlertForm({ symbol, decimals, selectedPrice }: Shown) {
  const queries = useQueryClient();
  const price = useTick(symbol)?.price ?? null;
  const start = selectedPrice ?? price;
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: AlertInput,
    start: {
      direction: start !== null && price !== null && start < price ? 'down' : 'up',
      level: start === null ? '' : start.toFixed(decimals),
    },
    submit: async ({ direction, level }) => {
      await putAlert(apiOf(queries), crypto.randomUUID(), { symbol, direction, level });
      await queries.invalidateQueries({ queryKey: alertsQuery.queryKey });
      toast(words.created);
    },
  });
  const direction = form.watch('direction');
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <Segmented
        label={words.direction}
        value={direction}
        options={DIRECTION_OPTIONS}
        onChange={(value) => form.setValue('direction', value)}
      />
      <TextField
        {...field('level')}
        label={words.level}
        inputMode="decimal"
        autoComplete="off"
        hint={price === null ? undefined : words.now(formatPrice(price, decimals))}
      />
      {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
      <Button type="submit" variant="primary" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}

/** Reads the alerts again when the server reports that one of them has fired. */
function useFiredAlerts(): void {
  const queries = useQueryClient();
  const { stream } = useServices();
  useEffect(
    () =>
      stream.on('notification_created', ({ notification }) => {
        if (notification.kind === 'price_alert') void queries.invalidateQueries({ queryKey: alertsQuery.queryKey });
      }),
    [queries, stream],
  );
}

function AlertList({ symbol, decimals }: Shown) {
  useFiredAlerts();
  const { data = [], isSuccess } = useQuery(alertsQuery);
  const own = data.filter((alert) => alert.symbol === symbol);
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-13 font-medium text-fg-2">{words.waiting}</h3>
      {isSuccess && own.length === 0 && <p className="text-13 text-fg-3">{words.none}</p>}
      <ul className="grid gap-1">
        {own.map((alert) => (
          <AlertRow key={alert.id} alert={alert} decimals={decimals} />
        ))}
      </ul>
      <p className="text-12 text-fg-3">{words.settings}</p>
    </section>
  );
}

function AlertRow({ alert, decimals }: { readonly alert: PriceAlertView; readonly decimals: number }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteAlert(apiOf(queries), alert.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: alertsQuery.queryKey }),
  });
  const name = words.alert[alert.direction](formatPrice(alert.level, decimals));
  const { fired_at: firedAt, fired_price: firedPrice } = alert;
  return (
    <li className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 text-13">
          <b className="block font-medium tabular-nums">{name}</b>
          {firedAt !== null && firedPrice !== null && (
            <span className="block text-12 text-fg-3">
              {words.fired(formatDateTime(firedAt), formatPrice(firedPrice, decimals))}
            </span>
          )}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.remove(name)}
          loading={isPending}
          onClick={() => mutate()}
        >
          <Trash2 size={15} aria-hidden />
        </Button>
      </div>
      {error && <FieldError>{problemOf(error)}</FieldError>}
    </li>
  );
}
