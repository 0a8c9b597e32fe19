import { problemOf } from '#shared/lib/problem.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { FieldError } from '#shared/ui/field.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { limitsMessages as words } from './messages.es.ts';

type WaitingChangeProps = {
  /** Text with the new value and the time from which it applies. */
  readonly text: string;
  /**
   * Name of the limit. Screen readers announce it with the button, because they may announce the button without its
   * row.
   */
  readonly of: string;
  readonly onCancel: () => Promise<void>;
};

/** Shows a loosened limit that does not apply yet. */
export function WaitingChange({ text, of, onCancel }: WaitingChangeProps) {
  const { run, isRunning, failure } = useAction(onCancel);
  return (
    <>
      <span className="mt-0.5 block text-warn">
        {text}{' '}
        <TextButton onClick={() => run()} disabled={isRunning} aria-label={`${words.cancelChange}: ${of}`}>
          {words.cancelChange}
        </TextButton>
      </span>
      {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
    </>
  );
}
