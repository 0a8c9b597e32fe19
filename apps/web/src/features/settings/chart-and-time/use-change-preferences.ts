import { useQueryClient } from '@tanstack/react-query';
import type { PreferencesChange } from '@vigia/contract';
import { useRef, useState } from 'react';
import { applyPreferences, preferencesQuery, savePreferences } from '#shared/lib/preferences.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { limitsQuery } from '#shared/lib/risk-limits.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { useAccountChanged } from '../use-account-changed.ts';
import { chartAndTimeMessages as words } from './messages.es.ts';

/** Saves a change at once; until the server has answered it is shown as wished, after a refusal as it was. */
export function useChangePreferences() {
  const queries = useQueryClient();
  const accountChanged = useAccountChanged();
  const [wished, setWished] = useState<PreferencesChange>({});
  const turn = useRef(Promise.resolve());
  const save = async (change: PreferencesChange): Promise<void> => {
    try {
      const saved = await savePreferences(apiOf(queries), change);
      applyPreferences(saved);
      queries.setQueryData(preferencesQuery.queryKey, saved);
      toast.success(words.saved);
      // Limits adopt the zone a day later, and the activity log records the change.
      if (change.time_zone !== undefined) void accountChanged(limitsQuery.queryKey);
    } catch (failure) {
      toast.error(words.failed, { description: problemOf(failure) });
    }
    setWished((now) => without(now, change));
  };
  const change = (next: PreferencesChange) => {
    setWished((now) => ({ ...now, ...next }));
    // One after the other: what was chosen last is what is kept.
    turn.current = turn.current.then(() => save(next));
  };
  return { wished, change };
}

/** Removes answered changes from the pending ones; a later change of the same field stays. */
function without(wished: PreferencesChange, answered: PreferencesChange): PreferencesChange {
  const entries = Object.entries(wished).filter(
    ([key, value]) => !Object.entries(answered).some(([name, given]) => name === key && given === value),
  );
  return Object.fromEntries(entries);
}
