import { Button } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { CodeForm } from '../form/code-form.tsx';
import { useLoginCode } from '../form/use-login-code.ts';
import { connectionsMessages as words } from '../messages.es.ts';
import { BrokerCardActions } from './broker-card-actions.tsx';
import { BrokerPolicyDetails } from './broker-policy-note.tsx';
import type { CardPartProps } from './card-part.ts';
import { FaultNote } from './fault-note.tsx';

/** While the broker connects, shows a skeleton of the account, or the form for the broker's login code. */
export function ConnectingAccount({ broker, actions }: CardPartProps) {
  const { display_name: name, status } = broker;
  const { code_required: needsCode, error_code: code, retry_at: retryAt } = status.connection_info;
  const answer = useLoginCode(broker);
  const giveUp = () => actions.disconnect.mutate();
  if (needsCode || answer.busy) {
    return (
      <div className="grow px-4 pb-4">
        <CodeForm name={name} answer={answer} onCancel={giveUp} cancelling={actions.disconnect.isPending} />
      </div>
    );
  }
  return (
    <>
      <div className="grid gap-4 px-4 pb-4">
        {status.last_error_message !== null && (
          <FaultNote message={status.last_error_message} code={code} retryAt={retryAt} mild />
        )}
        <div className="flex items-center justify-between gap-3" aria-busy>
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-8 w-28" />
        </div>
        <div className="grid gap-2">
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-3/4" />
        </div>
        <BrokerPolicyDetails broker={broker} />
      </div>
      <BrokerCardActions>
        <Button
          variant="ghost"
          size="sm"
          className="max-md:col-span-2"
          aria-label={words.of(words.cancel, name)}
          loading={actions.disconnect.isPending}
          onClick={giveUp}
        >
          {words.cancel}
        </Button>
      </BrokerCardActions>
    </>
  );
}
