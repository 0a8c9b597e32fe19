import type { BrokerCheckResponse, BrokerView } from '@vigia/contract';
import { CircleCheck, CircleDashed, CircleX, LoaderCircle, type LucideIcon, MinusCircle } from 'lucide-react';
import { formatCount } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Money } from '#shared/ui/money.tsx';
import { checkMessages as words } from './messages.es.ts';
import { useCheck } from './use-check.ts';

type Step = BrokerCheckResponse['steps'][number];
type CheckDialogProps = { readonly broker: BrokerView; readonly onClose: () => void };

/** Runs the broker check step by step over the open connection. When the dialog closes, the check is cancelled. */
export const CheckDialog = ({ broker, onClose }: CheckDialogProps) => (
  <Dialog open onOpenChange={onClose} title={words.title(broker.display_name)} description={words.text}>
    <Check broker={broker} onClose={onClose} />
  </Dialog>
);

function Check({ broker, onClose }: CheckDialogProps) {
  const { check, start, answer } = useCheck(broker.id);
  const isOver = start.isError || check?.state === 'done' || check?.state === 'cancelled';
  return (
    <div className="grid gap-4">
      {start.isError && (
        <p role="alert" className="text-13 text-error">
          {problemOf(start.error)}
        </p>
      )}
      {check && (
        <ol className="grid gap-2" aria-label={words.steps}>
          {check.steps.map((step) => (
            <StepRow key={step.step} step={step} isAsked={check.state === 'asking' && step.state === 'running'} />
          ))}
        </ol>
      )}
      {check?.order && <Ask order={check.order} busy={answer.isPending} onAnswer={(send) => answer.mutate(send)} />}
      {check && (
        <p role="status" className="text-13 text-fg-2 empty:hidden">
          {outcomeOf(check)}
        </p>
      )}
      {isOver && (
        <div className="flex flex-wrap justify-end gap-2 max-md:*:h-(--h-touch) max-md:*:grow">
          <Button onClick={() => start.mutate()} loading={start.isPending}>
            {words.again}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {words.close}
          </Button>
        </div>
      )}
    </div>
  );
}

function outcomeOf({ state, steps }: BrokerCheckResponse): string {
  if (state === 'cancelled') return words.cancelled;
  return state === 'done' ? words.done(steps.filter((step) => step.state === 'differs').length) : '';
}

const LOOKS: Readonly<Record<Step['state'], { readonly icon: LucideIcon; readonly tone: string }>> = {
  waiting: { icon: CircleDashed, tone: 'text-fg-3' },
  running: { icon: LoaderCircle, tone: 'text-fg-2 animate-spin' },
  as_expected: { icon: CircleCheck, tone: 'text-ok' },
  differs: { icon: CircleX, tone: 'text-error' },
  not_offered: { icon: MinusCircle, tone: 'text-fg-3' },
};

type StepRowProps = { readonly step: Step; readonly isAsked: boolean };

/** Shows the name, the state and the observation of a step. `isAsked` means that the step waits for the user. */
function StepRow({ step: { name, state, text }, isAsked }: StepRowProps) {
  const { icon: Icon, tone } = isAsked ? LOOKS.waiting : LOOKS[state];
  return (
    <li className="flex items-start gap-2.5 text-13">
      <Icon size={16} className={`mt-px shrink-0 ${tone}`} aria-hidden />
      <div className="min-w-0">
        <p>
          <span className={state === 'waiting' ? 'text-fg-3' : undefined}>{name}</span>
          <span className="text-fg-2">: {isAsked ? words.asked : words.states[state]}</span>
        </p>
        {text !== '' && <p className="text-12 text-fg-2 wrap-anywhere">{text}</p>}
      </div>
    </li>
  );
}

type AskProps = {
  readonly order: NonNullable<BrokerCheckResponse['order']>;
  readonly busy: boolean;
  readonly onAnswer: (send: boolean) => void;
};

/** Asks for the confirmation of the demo order. */
const Ask = ({ order: { symbol, amount, currency, duration_s: seconds }, busy, onAnswer }: AskProps) => (
  <section aria-label={words.ask.title} className="grid gap-3 rounded-control border border-line bg-raised p-3 text-13">
    <p>
      <b>{words.ask.title}: </b>
      <Money amount={amount} currency={currency} />. {words.ask.text(symbol, formatCount(seconds))}
    </p>
    <div className="flex flex-wrap gap-2 max-md:*:h-(--h-touch) max-md:*:grow">
      <Button variant="primary" loading={busy} onClick={() => onAnswer(true)}>
        {words.ask.send}
      </Button>
      <Button disabled={busy} onClick={() => onAnswer(false)}>
        {words.ask.skip}
      </Button>
    </div>
  </section>
);
