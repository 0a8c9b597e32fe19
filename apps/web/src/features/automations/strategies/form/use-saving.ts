import { useQueryClient } from '@tanstack/react-query';
import type { StrategyView } from '@vigia/contract';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { automationQuery } from '#shared/lib/automation.ts';
import { FailureWithText, problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { toast } from '#shared/ui/toast.ts';
import { strategiesQuery } from '../queries.ts';
import { createStrategy, replaceStrategy } from '../strategy-calls.ts';
import type { FormTarget } from './form-target.ts';
import { type FormErrors, NO_FORM_ERRORS } from './form-values.ts';
import { formMessages as words } from './messages.es.ts';

/** Returns a function that submits the form. Errors of the server that name fields are shown below those fields. */
export function useSubmitStrategy(target: FormTarget, onDone: () => void, onFaults: (faults: FormErrors) => void) {
  const queries = useQueryClient();
  const { run, isRunning, failure } = useAction(async (body: Parameters<typeof createStrategy>[1]) => {
    try {
      const saved =
        target.kind === 'edit'
          ? await replaceStrategy(apiOf(queries), target.strategy.id, body)
          : await createStrategy(apiOf(queries), body);
      queries.setQueryData(strategiesQuery.queryKey, (list) => list && withSaved(list, saved));
      void queries.invalidateQueries({ queryKey: strategiesQuery.queryKey });
      void queries.invalidateQueries({ queryKey: automationQuery.queryKey });
      toast.success(target.kind === 'edit' ? words.saved(saved.name) : words.created(saved.name));
      onDone();
    } catch (caught) {
      const faults = faultsOf(caught);
      onFaults(faults);
      throw Object.keys(faults).length > 0 ? new FailureWithText(words.unread) : caught;
    }
  });
  return { save: run, isSaving: isRunning, failure: failure === null ? null : problemOf(failure) };
}

const withSaved = (list: readonly StrategyView[], saved: StrategyView): StrategyView[] =>
  list.some(({ id }) => id === saved.id) ? list.map((each) => (each.id === saved.id ? saved : each)) : [saved, ...list];

function faultsOf(failure: unknown): FormErrors {
  if (!(failure instanceof ApiFailure) || failure.reason.kind !== 'refused') return NO_FORM_ERRORS;
  return Object.fromEntries(failure.reason.details.map(({ path, message }) => [path, message]));
}
