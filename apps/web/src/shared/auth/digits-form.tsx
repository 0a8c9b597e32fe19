import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#shared/lib/use-action.ts';
import { Button } from '#shared/ui/button.tsx';
import { CodeField } from '#shared/ui/code-field.tsx';
import { authMessages } from './messages.es.ts';
import { Problem } from './problem.tsx';

const DIGITS = 6;
const MAIN = { variant: 'primary', size: 'lg' } as const;

type DigitsFormProps = {
  readonly label: string;
  readonly hint?: string;
  readonly submitLabel: string;
  /**
   * Submits the six digits.
   * @throws the error that the form shows
   */
  readonly submit: (code: string) => Promise<void>;
  readonly autoFocus?: boolean;
  /** Whether the submit button is the main action of the page. */
  readonly main?: boolean;
};

/** Renders a form for six digits from a mail or an authenticator. The sixth digit submits the form. */
export function DigitsForm({ label, hint, submitLabel, submit, autoFocus = false, main = false }: DigitsFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const { run, isRunning, failure, forget } = useAction(submit);
  const send = async (digits: string) => {
    if (isRunning) return;
    forget();
    setShort(digits.length < DIGITS);
    if (digits.length < DIGITS) return field.current?.focus();
    if (!(await run(digits))) field.current?.focus();
  };
  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    setShort(false);
    if (digits.length === DIGITS && digits !== code) void send(digits);
  };
  const press = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  return (
    <form className="grid gap-3" onSubmit={press} noValidate>
      <CodeField
        label={label}
        {...(hint !== undefined && { hint })}
        error={isShort ? authMessages.code.short : undefined}
        ref={field}
        value={code}
        onChange={(event) => type(event.target.value)}
        autoFocus={autoFocus}
      />
      <Problem failure={failure} />
      <Button type="submit" {...(main && MAIN)} full loading={isRunning}>
        {submitLabel}
      </Button>
    </form>
  );
}
