import { useCurrentMode } from '#shared/lib/current-mode.ts';
import { ModePill } from '#shared/ui/mode-pill.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { appMessages } from '../messages.es.ts';

const words = appMessages.header;

/** The mode in force and the balance of its account. */
export function AccountSummary() {
  const { data: current, isError } = useCurrentMode();
  if (!current) {
    return isError ? (
      <span className="text-12 text-error max-md:mr-auto">{words.balanceUnknown}</span>
    ) : (
      <Skeleton className="h-7 w-44 max-md:mr-auto" />
    );
  }
  return (
    <>
      <ModePill mode={current.mode} />
      <div className="grid text-right leading-none max-md:ml-auto">
        <small className="text-12 text-fg-3 max-md:sr-only">{words.balance}</small>
        <b className="text-14">
          <Money amount={current.account.balance} currency={current.account.currency} />
        </b>
      </div>
    </>
  );
}
