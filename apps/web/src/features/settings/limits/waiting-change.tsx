import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { FieldError } from '#shared/ui/field.tsx';
import { limitsMessages as words } from './messages.es.ts';

type WaitingChangeProps = {
  /** What comes and when, in words. */
  readonly text: string;
  /** Which limit's change it is, for who does not see the row. */
  readonly of: string;
  readonly onCancel: () => Promise<void>;
};

/** A loosened limit that does not count yet. */
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
        <button
          type="button"
          onClick={cancel}
          disabled={working}
          aria-label={`${words.cancelChange}: ${of}`}
          className="rounded-control font-medium text-accent underline-offset-2 hover:underline disabled:opacity-45 max-md:py-2"
        >
          {words.cancelChange}
        </button>
      </span>
      {problem && <FieldError>{problem}</FieldError>}
    </>
  );
}
