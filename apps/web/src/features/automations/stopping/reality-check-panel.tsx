import type { RealityCheck as Check } from '@vigia/contract';
import { ChevronDown, Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { confirmRealityCheck, stopAll } from '#shared/lib/automation.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { purseName } from '#shared/ui/purse-name.ts';
import { automationMessages } from './messages.es.ts';
import { useAutoTradingMutation } from './use-automation.ts';

const words = automationMessages.reality;
const MINUTE_MS = 60_000;
const CLOCK_EVERY_MS = 15_000;

type CornerProps = { readonly check: Check };

/** Renders the reality check, expanded at first. The trading time in it keeps counting. */
export function RealityCheckPanel({ check }: CornerProps) {
  const [isFolded, setFolded] = useState(false);
  const elapsed = elapsedIn(useServerNow(CLOCK_EVERY_MS) - Date.parse(check.since));
  return (
    <div
      data-keep-clear
      className="fixed bottom-(--notice-bottom) left-4 z-(--z-bar) max-md:inset-x-3 max-md:bottom-[calc(var(--notice-bottom)+var(--over-banner)+var(--over-offer))] max-md:grid max-md:justify-items-start"
    >
      {isFolded ? (
        <button
          type="button"
          onClick={() => setFolded(false)}
          aria-label={words.show(elapsed)}
          className={buttonClass({ size: 'sm', className: 'bg-overlay shadow-overlay' })}
        >
          <Clock size={15} aria-hidden />
          {words.short(elapsed)}
        </button>
      ) : (
        <Panel check={check} elapsed={elapsed} onFold={() => setFolded(true)} />
      )}
    </div>
  );
}

type PanelProps = { readonly check: Check; readonly elapsed: string; readonly onFold: () => void };

function Panel({ check, elapsed, onFold }: PanelProps) {
  const { data: account } = useChosenAccount();
  const goOn = useAutoTradingMutation(confirmRealityCheck);
  const stop = useAutoTradingMutation(stopAll);
  const titleId = useId();
  const failure = goOn.error ?? stop.error;
  const isReal = account?.kind === 'real';
  const sentence = (isReal ? words.real : words.automatic)(elapsed, check.trades);
  return (
    <section
      role="dialog"
      aria-modal={false}
      aria-labelledby={titleId}
      className="grid w-[360px] max-w-full gap-3 rounded-card border border-line-strong bg-overlay p-4 text-13 shadow-overlay"
    >
      <header className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="flex items-center gap-2 text-14 font-semibold">
          <Clock size={16} className="text-fg-2" aria-hidden />
          {words.label}
        </h2>
        <Button variant="ghost" size="icon" aria-label={words.later} onClick={onFold} className="-my-2 -mr-2">
          <ChevronDown size={16} aria-hidden />
        </Button>
      </header>
      <div className="grid gap-1" role="status">
        <p className="text-14">{sentence}</p>
        {check.results.map((result) => (
          <p key={`${result.purse.kind} ${result.purse.currency}`}>{inWords(result)}</p>
        ))}
        <p className="text-fg-2">{isReal ? words.waits : words.openGoOn}</p>
      </div>
      {failure && <FieldError>{problemOf(failure)}</FieldError>}
      <div className="grid grid-cols-2 gap-2">
        <Button loading={goOn.isPending} disabled={stop.isPending} onClick={() => goOn.mutate()}>
          {words.goOn}
        </Button>
        <Button loading={stop.isPending} disabled={goOn.isPending} onClick={() => stop.mutate()}>
          {automationMessages.stopAll}
        </Button>
      </div>
    </section>
  );
}

function elapsedIn(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  return words.elapsed(Math.floor(minutes / 60), minutes % 60);
}

function inWords({ purse, net_result: netResult }: Check['results'][number]): string {
  const name = purseName(purse);
  if (netResult === 0) return words.even(name);
  const amount = formatMoney(Math.abs(netResult), purse.currency);
  return netResult < 0 ? words.lost(name, amount) : words.won(name, amount);
}
