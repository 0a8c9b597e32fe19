import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { FieldError } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { toast } from '#shared/ui/toast.ts';
import { SettingRow } from '../setting-row.tsx';
import { telegramMessages as words } from './telegram.es.ts';
import { saveChatOrders, telegramQuery } from './telegram-client.ts';

/**
 * Renders the switch for practice orders from the chat. The server asks for a proof of identity before it allows them,
 * so the switch changes only after the response.
 */
export function TelegramOrdersRow({ isAllowed }: { readonly isAllowed: boolean }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (wanted: boolean) => saveChatOrders(apiOf(queries), wanted),
    onSuccess: (saved) => {
      queries.setQueryData(telegramQuery.queryKey, saved);
      toast(saved.chat?.allows_orders === true ? words.ordersOn : words.ordersOff);
    },
  });
  return (
    <>
      <SettingRow title={words.orders} hint={words.ordersHint}>
        <Switch label={words.orders} checked={isAllowed} disabled={isPending} onChange={mutate} />
      </SettingRow>
      {error && (
        <div className="px-4 pb-3">
          <FieldError>{problemOf(error)}</FieldError>
        </div>
      )}
    </>
  );
}
