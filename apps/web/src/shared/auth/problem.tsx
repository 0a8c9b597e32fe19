import { FieldError } from '#shared/ui/field.tsx';
import { problemText, retryAfterS } from './auth-failure.ts';
import { authMessages } from './messages.es.ts';
import { useCountdown } from './use-countdown.ts';

/** Shows an error message, with the seconds to wait if the service sent them. Renders nothing if there is no error. */
export function Problem({ failure }: { readonly failure: unknown }) {
  if (failure === null) return null;
  const seconds = retryAfterS(failure);
  if (seconds === null) return <FieldError>{problemText(failure)}</FieldError>;
  return <Waiting key={String(seconds)} text={problemText(failure)} seconds={seconds} />;
}

function Waiting({ text, seconds }: { readonly text: string; readonly seconds: number }) {
  const { leftS } = useCountdown(seconds);
  if (leftS === 0) return <p className="text-12 text-fg-2">{authMessages.waited}</p>;
  return (
    <>
      {/* Screen readers announce this text once. The visible countdown is not announced. */}
      <span className="sr-only" role="alert">
        {authMessages.wait(text, seconds)}
      </span>
      <div aria-hidden>
        <FieldError>{authMessages.wait(text, leftS)}</FieldError>
      </div>
    </>
  );
}
