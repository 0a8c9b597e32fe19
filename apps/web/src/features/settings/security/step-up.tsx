import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useAuth } from '#shared/auth/auth-context.ts';
import { Button } from '#shared/ui/button.tsx';
import { CodeField } from '#shared/ui/code-field.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Field, FieldError, Input } from '#shared/ui/field.tsx';
import { failureCode, problemOf } from '../problem.ts';
import { sixDigits } from './codes.ts';
import { securityMessages } from './messages.es.ts';

const words = securityMessages.stepUp;

type Waiting = { readonly goOn: () => void; readonly giveUp: () => void };

export type StepUp = {
  /** Runs the action; where it is refused for want of the second factor, asks for the code and runs it again. */
  readonly run: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** To be drawn beside whatever uses it. */
  readonly dialog: ReactNode;
};

/** For actions that a session may do only once it has shown the second factor. */
export function useStepUp(): StepUp {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const run: StepUp['run'] = async (action) => {
    try {
      return await action();
    } catch (refusal) {
      if (!wantsCode(refusal)) throw refusal;
      await new Promise<void>((resolve, reject) => setWaiting({ goOn: resolve, giveUp: () => reject(refusal) }));
      return await action();
    }
  };
  const leave = (then: (waiting: Waiting) => void) => {
    if (waiting) then(waiting);
    setWaiting(null);
  };
  const dialog = (
    <Dialog
      open={waiting !== null}
      onOpenChange={() => leave(({ giveUp }) => giveUp())}
      title={words.title}
      description={words.text}
    >
      <StepUpForm onPassed={() => leave(({ goOn }) => goOn())} />
    </Dialog>
  );
  return { run, dialog };
}

function wantsCode(refusal: unknown): boolean {
  const code = failureCode(refusal);
  return code === 'insufficient_aal' || code === 'second_factor_needed';
}

const Code = z.object({ code: sixDigits(words.codeWrong) });
const RecoveryCode = z.object({ code: z.string().trim().min(1, words.recoveryWrong) });

function StepUpForm({ onPassed }: { readonly onPassed: () => void }) {
  const { backend } = useAuth();
  const [withRecovery, setWithRecovery] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(withRecovery ? RecoveryCode : Code), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const input = form.register('code');
  const submit = form.handleSubmit(async ({ code }) => {
    setProblem(null);
    try {
      const auth = await backend();
      await (withRecovery ? auth.passWithRecoveryCode(code) : auth.passSecondFactor(code));
      onPassed();
    } catch (failure) {
      setProblem(problemOf(failure));
    }
  });
  const swap = () => {
    form.reset();
    setProblem(null);
    setWithRecovery(!withRecovery);
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      {withRecovery ? (
        <Field label={words.recoveryCode} error={errors.code?.message}>
          {(control) => (
            <Input
              {...input}
              {...control}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
            />
          )}
        </Field>
      ) : (
        <CodeField {...input} label={words.code} error={errors.code?.message} autoFocus />
      )}
      {problem && <FieldError>{problem}</FieldError>}
      <Button type="submit" variant="primary" full loading={isSubmitting}>
        {words.submit}
      </Button>
      <Button variant="ghost" size="sm" onClick={swap}>
        {withRecovery ? words.byAppCode : words.byRecoveryCode}
      </Button>
    </form>
  );
}
