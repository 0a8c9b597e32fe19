import type { BrokerView } from '@vigia/contract';
import { LogIn } from 'lucide-react';
import { problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { Button } from '#shared/ui/button.tsx';
import { toast } from '#shared/ui/toast.ts';
import { startConsent } from '../broker-calls.ts';
import { consentMessages as words } from './messages.es.ts';

type ConsentButtonProps = {
  readonly broker: Pick<BrokerView, 'id' | 'display_name'>;
  /** Navigates to the broker's page. Tests replace it. */
  readonly go?: (url: string) => void;
};

/**
 * Renders a button that leads to the broker's OAuth page. From there the broker redirects back to the app, and
 * `consent-outcome.tsx` handles the result.
 */
export function ConsentButton({ broker, go = (url) => window.location.assign(url) }: ConsentButtonProps) {
  const { api } = useServices();
  const start = useAction(async () => {
    try {
      go(await startConsent(api, broker.id));
    } catch (failure) {
      toast.error(problemOf(failure));
    }
  });
  return (
    <Button variant="primary" size="sm" loading={start.isRunning} onClick={() => void start.run()}>
      {!start.isRunning && <LogIn size={15} aria-hidden />}
      {words.title(broker.display_name)}
    </Button>
  );
}
