import { useQueryClient } from '@tanstack/react-query';
import type { PreferencesChange } from '@vigia/contract';
import { useRef, useState } from 'react';
import { applyPreferences, preferencesQuery, savePreferences } from '#shared/lib/preferences.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { LIMITS_KEY } from '#shared/lib/risk-limits.ts';
import { apiOf } from '#shared/lib/services.ts';
import { toast } from '#shared/ui/toast.ts';
import { useAccountChanged } from '../use-account-changed.ts';
import { chartAndTimeMessages as words } from './messages.es.ts';

/**
 * Returns a function that saves a change. The screen shows the change at once. If the server refuses it, the screen
 * shows the previous value again.
 */
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
      // The risk limits use the new time zone a day later, and the activity log records the change.
      if (change.time_zone !== undefined) void accountChanged(LIMITS_KEY);
    } catch (failure) {
      toast.error(words.failed, { description: problemOf(failure) });
    }
    setWished((now) => without(now, change));
  };
  const change = (next: PreferencesChange) => {
    setWished((now) => ({ ...now, ...next }));
    // Changes are saved one after another, so that the server ends up with the last choice.
    turn.current = turn.current.then(() => save(next));
  };
  return { wished, change };
}

/**
 * Removes the saved changes from the pending changes. If a field was changed again in the meantime, the later change
 * stays pending.
 */
function without(wished: PreferencesChange, answered: PreferencesChange): PreferencesChange {
  const entries = Object.entries(wished).filter(
    ([key, value]) => !Object.entries(answered).some(([name, given]) => name === key && given === value),
  );
  return Object.fromEntries(entries);
}
