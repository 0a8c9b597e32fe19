import { useQueryClient } from '@tanstack/react-query';
import type { RealMoneyObstacle, TradingMode } from '@vigia/core/vocabulary';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { switchMode } from '#shared/lib/current-mode.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { Conditions } from '#shared/real-money/conditions.tsx';
import { isConsent, TypedConsent } from '#shared/real-money/typed-consent.tsx';
import { Button } from '#shared/ui/button.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { toast } from '#shared/ui/toast.ts';
import { MODE_WORDS, modeMessages as words } from './messages.es.ts';

type ModeFormProps = { readonly mode: TradingMode; readonly onDone: () => void };

/** Conditions of a mode before the switch. Only the server decides whether it is allowed. */
export function ModeForm({ mode, onDone }: ModeFormProps) {
  const queries = useQueryClient();
  const [phrase, setPhrase] = useState('');
  const isReal = mode === 'iqoption_real';
  const { run, isRunning, failure } = useAction(async () => {
    await switchMode(queries, isReal ? { mode, confirm: phrase } : { mode });
    toast.success(words.done(uiMessages.mode[mode]));
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {mode !== 'mock' && <Conditions inTheWay={(obstacles) => obstaclesOf(mode, obstacles)} onLeave={onDone} />}
      {isReal && <TypedConsent phrase={phrase} onChange={setPhrase} />}
      {failure !== null && (
        <div role="alert" ref={bringIntoView}>
          <Note icon={TriangleAlert} tone="error">
            <b>{words.refused}</b>
            <span>{problemOf(failure)}</span>
          </Note>
        </div>
      )}
      <div className="flex justify-end gap-2 max-md:grid max-md:justify-stretch">
        <Button onClick={onDone} className="max-md:order-last">
          {uiMessages.cancel}
        </Button>
        <Button
          type="submit"
          variant={isReal ? 'real' : 'primary'}
          loading={isRunning}
          disabled={isReal && !isConsent(phrase)}
        >
          {MODE_WORDS[mode].submit}
        </Button>
      </div>
    </form>
  );
}

/** On a phone the answer may be below the visible part of the dialog. */
const bringIntoView = (answer: HTMLElement | null): void => answer?.parentElement?.scrollIntoView({ block: 'end' });

/** The obstacles that apply to this mode. */
function obstaclesOf(mode: TradingMode, obstacles: readonly RealMoneyObstacle[]): readonly RealMoneyObstacle[] {
  switch (mode) {
    case 'mock':
      return [];
    case 'iqoption_demo':
      return obstacles.filter((each) => each === 'mode_unavailable' || each === 'anonymous_not_allowed');
    case 'iqoption_real':
      return obstacles;
  }
}
