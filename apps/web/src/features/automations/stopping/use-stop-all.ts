import { stopAll } from '#shared/lib/automation.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { toast } from '#shared/ui/toast.ts';
import { automationMessages as words } from './messages.es.ts';
import { useAutoTradingMutation } from './use-automation.ts';

/** Stops all automatic trading and shows the result. It asks for no confirmation, because stopping is urgent. */
export function useStopAll() {
  const { mutate, isPending } = useAutoTradingMutation(stopAll);
  const stop = () =>
    mutate(undefined, {
      onSuccess: () => toast(words.stoppedNow, { description: words.stoppedText }),
      onError: (failure) => toast.error(words.notStopped, { description: problemOf(failure) }),
    });
  return { stop, isPending };
}
