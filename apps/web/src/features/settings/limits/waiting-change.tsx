import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { FieldError } from '#shared/ui/field.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { limitsMessages as words } from './messages.es.ts';

type WaitingChangeProps = {
  /** The new value and its effective time, in words. */
  readonly text: string;
  /** Name of the limit, for screen readers that do not see the row. */
  readonly of: string;
  readonly onCancel: () => Promise<void>;
};

/** A loosened limit that is not in force yet. */
export function WaitingChange({ text, of, onCancel }: WaitingChangeProps) {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const cancel = async () => {
    setWorking(true);
    setProblem(null);
    try {
      await onCancel();
    } catch (failure) {
      setProblem(problemOf(failure));
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <span className="mt-0.5 block text-warn">
        {text}{' '}
        <TextButton onClick={cancel} disabled={working} aria-label={`${words.cancelChange}: ${of}`}>
          {words.cancelChange}
        </TextButton>
      </span>
      {problem && <FieldError>{problem}</FieldError>}
    </>
  );
}
