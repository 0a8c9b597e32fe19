import { type ReactNode, useState } from 'react';
import type { AuthBackend } from '#shared/auth/auth-backend.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { DigitsForm } from '#shared/auth/digits-form.tsx';
import { RecoveryCodeForm } from '#shared/auth/recovery-code-form.tsx';
import { failureCode } from '#shared/lib/problem.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { securityMessages } from './messages.es.ts';

const words = securityMessages.stepUp;

type Waiting = { readonly goOn: () => void; readonly giveUp: () => void };

export type StepUp = {
  /**
   * Runs the action. If the server refuses it because the session has not passed the second factor, asks for the code
   * and runs the action again.
   */
  readonly run: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** Dialog that the caller must render. */
  readonly dialog: ReactNode;
};

/** Returns a wrapper for actions that require a session that has passed the second factor. */
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

function StepUpForm({ onPassed }: { readonly onPassed: () => void }) {
  const { backend } = useAuth();
  const [withRecovery, setWithRecovery] = useState(false);
  const passBy = async (pass: (auth: AuthBackend) => Promise<unknown>) => {
    await pass(await backend());
    onPassed();
  };
  return (
    <div className="grid gap-4">
      {withRecovery ? (
        <RecoveryCodeForm submit={(code) => passBy((auth) => auth.passWithRecoveryCode(code))} />
      ) : (
        <DigitsForm
          label={words.code}
          submitLabel={words.submit}
          submit={(code) => passBy((auth) => auth.passSecondFactor(code))}
          autoFocus
          main
        />
      )}
      <Button variant="ghost" size="sm" onClick={() => setWithRecovery(!withRecovery)}>
        {withRecovery ? words.byAppCode : words.byRecoveryCode}
      </Button>
    </div>
  );
}
