import { ArrowBigUp, Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { Field, inputBoxClass } from './field.tsx';
import { uiMessages } from './messages.es.ts';
import { PasswordStrength } from './password-strength.tsx';

type PasswordFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly aside?: ReactNode;
  /** The current text, for the strength meter. Absent if the field is for an existing password. */
  readonly strengthOf?: string;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Renders a password field with a show/hide button and a caps-lock warning. `strengthOf` adds a strength meter. */
export function PasswordField({ label, error, hint, aside, strengthOf, onKeyUp, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const noticeCapsLock = (event: KeyboardEvent<HTMLInputElement>) => {
    setCapsLock(event.getModifierState('CapsLock'));
    onKeyUp?.(event);
  };
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint} aside={aside}>
      {(control) => (
        <>
          <div className={cn(inputBoxClass, 'pr-0')}>
            <input
              className="h-full w-full min-w-0 bg-transparent outline-0"
              {...rest}
              {...control}
              type={shown ? 'text' : 'password'}
              onKeyUp={noticeCapsLock}
            />
            <button
              type="button"
              className="grid size-(--h) shrink-0 place-items-center rounded-control text-fg-3 hover:text-fg-1 focus-visible:-outline-offset-2"
              aria-label={shown ? uiMessages.hidePassword : uiMessages.showPassword}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon size={16} aria-hidden />
            </button>
          </div>
          {capsLock && (
            <p className="flex items-center gap-1.5 text-12 text-warn" role="status">
              <ArrowBigUp size={14} aria-hidden />
              {uiMessages.capsLock}
            </p>
          )}
          {strengthOf !== undefined && strengthOf !== '' && <PasswordStrength password={strengthOf} />}
        </>
      )}
    </Field>
  );
}
