import { useQuery, useQueryClient } from '@tanstack/react-query';
import { REAL_MONEY_PHRASE, type TradingMode } from '@vigia/core/vocabulary';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { switchMode } from '#shared/lib/current-mode.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field, Input } from '#shared/ui/field.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { MODE_WORDS, modeMessages as words } from './messages.es.ts';
import { Missing, obstaclesOf } from './missing.tsx';

type ModeFormProps = { readonly mode: TradingMode; readonly onDone: () => void };

/** What a mode asks for before it is switched to. Whether it may, the server alone decides. */
export function ModeForm({ mode, onDone }: ModeFormProps) {
  const queries = useQueryClient();
  const [phrase, setPhrase] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const isReal = mode === 'iqoption_real';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setWorking(true);
    try {
      await switchMode(queries, isReal ? { mode, confirm: phrase } : { mode });
      toast.success(words.done(uiMessages.mode[mode]));
      onDone();
    } catch (failure) {
      setProblem(problemOf(failure));
      setWorking(false);
    }
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {mode !== 'mock' && <Conditions mode={mode} onLeave={onDone} />}
      {isReal && (
        <>
          <Note icon={TriangleAlert} tone="warn">
            <span>
              <b>{words.risk.title}</b> {words.risk.text}
            </span>
          </Note>
          <Field label={words.phrase(REAL_MONEY_PHRASE)}>
            {(control) => (
              <Input
                {...control}
                value={phrase}
                onChange={(event) => setPhrase(event.target.value)}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )}
          </Field>
        </>
      )}
      {problem && (
        <div role="alert" ref={bringIntoView}>
          <Note icon={TriangleAlert} tone="error">
            <b>{words.refused}</b>
            <span>{problem}</span>
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
          loading={working}
          disabled={isReal && phrase.trim() !== REAL_MONEY_PHRASE}
        >
          {MODE_WORDS[mode].submit}
        </Button>
      </div>
    </form>
  );
}

/** On a phone the answer may stand below the edge of the dialog. */
const bringIntoView = (answer: HTMLElement | null): void => answer?.parentElement?.scrollIntoView({ block: 'end' });

type ConditionsProps = { readonly mode: TradingMode; readonly onLeave: () => void };

function Conditions({ mode, onLeave }: ConditionsProps) {
  const { data: safety, isError } = useQuery({ ...safetyQuery, staleTime: 0 });
  if (safety) {
    const obstacles = obstaclesOf(mode, safety.obstacles);
    if (obstacles.length > 0) return <Missing obstacles={obstacles} onLeave={onLeave} />;
  }
  return <p className="text-13 text-fg-2">{safety ? words.allMet : isError ? words.unknown : words.checking}</p>;
}
