import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SignalDoorView, StrategyView } from '@vigia/contract';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { strategiesQuery } from '../queries.ts';
import { replaceServedStrategies, signalDoorQuery } from './door-query.ts';
import { externalSignalsMessages } from './messages.es.ts';

const words = externalSignalsMessages.members;

type DoorMembersProps = { readonly strategy: StrategyView; readonly door: SignalDoorView };

/** Chooses the external strategies for other assets whose signals arrive at the same address. */
export function ServedStrategiesForm({ strategy, door }: DoorMembersProps) {
  const queries = useQueryClient();
  const all = useQuery(strategiesQuery).data ?? [];
  const chosen = door.members.map(({ strategy_id: id }) => id);
  const saving = useMutation({
    mutationFn: (ids: readonly string[]) => replaceServedStrategies(apiOf(queries), strategy.id, ids),
    onSuccess: (saved) => queries.setQueryData(signalDoorQuery(strategy.id).queryKey, saved),
  });
  const others = all.filter(
    ({ id, type, asset }) => type === 'external' && id !== strategy.id && asset !== strategy.asset,
  );
  return (
    <section aria-label={words.title} className="grid gap-2.5">
      <h3 className="text-13 font-medium">{words.title}</h3>
      <p className="text-12 text-fg-3">{others.length === 0 ? words.none : words.text}</p>
      {others.map(({ id, name, asset }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          disabled={saving.isPending}
          onChange={({ target }) =>
            saving.mutate(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        >
          {`${asset} · ${name}`}
        </Checkbox>
      ))}
      {saving.isError && <FieldError>{problemOf(saving.error)}</FieldError>}
    </section>
  );
}
