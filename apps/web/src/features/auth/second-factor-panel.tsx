import { z } from 'zod';
import { useAuth } from '#shared/auth/auth-context.ts';
import { DigitsForm } from '#shared/auth/digits-form.tsx';
import { Problem } from '#shared/auth/problem.tsx';
import { rememberRecoveryCodeUsed, takeRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.secondFactor;

/** The proof for which the form asks: a code of the authenticator app, or a recovery code. */
export type SecondFactorMethod = 'app' | 'recovery';

/** Returns the title of the frame around {@link SecondFactorPanel}. */
export const secondFactorTitle = (way: SecondFactorMethod): string =>
  way === 'app' ? words.title : words.recoveryTitle;
export const secondFactorText = (way: SecondFactorMethod): string => (way === 'app' ? words.text : words.recoveryText);

type SecondFactorPanelProps = {
  readonly way: SecondFactorMethod;
  readonly onWay: (way: SecondFactorMethod) => void;
  readonly onPassed?: () => void;
};

/**
 * Asks for the second factor during the sign-in. After a success it calls `onPassed`, and the parent page continues.
 */
export function SecondFactorPanel({ way, onWay, onPassed = () => {} }: SecondFactorPanelProps) {
  const { backend, signOut } = useAuth();
  const withRecovery = way === 'recovery';
  const pass = async (code: string) => {
    await (await backend()).passSecondFactor(code);
    onPassed();
  };
  return (
    <div className="grid gap-4">
      {withRecovery ? (
        <RecoveryCodeForm onPassed={onPassed} />
      ) : (
        <DigitsForm label={words.code} submitLabel={words.submit} submit={pass} main autoFocus />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" size="sm" onClick={() => onWay(withRecovery ? 'app' : 'recovery')}>
          {withRecovery ? words.withApp : words.withRecovery}
        </Button>
        <Button variant="ghost" size="sm" onClick={signOut}>
          {words.leave}
        </Button>
      </div>
      {withRecovery && <p className="text-12 text-fg-3">{words.lostBoth}</p>}
    </div>
  );
}

const RecoveryCode = z.object({ code: z.string().trim().min(1, words.recoveryMissing) });

function RecoveryCodeForm({ onPassed }: { readonly onPassed: () => void }) {
  const { backend } = useAuth();
  const { form, field, send, failure, isSubmitting } = useSubmitForm({
    schema: RecoveryCode,
    start: { code: '' },
    submit: async ({ code }) => {
      try {
        const auth = await backend();
        // The value is stored before the session opens, because the next page reads it immediately.
        rememberRecoveryCodeUsed();
        await auth.passWithRecoveryCode(code);
        onPassed();
      } catch (caught) {
        takeRecoveryCodeUsed();
        form.setFocus('code');
        throw caught;
      }
    },
  });
  return (
    <form className="grid gap-3" onSubmit={send} noValidate>
      <TextField
        {...field('code')}
        label={words.recovery}
        hint={words.recoveryHint}
        placeholder={words.recoveryExample}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
      />
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={isSubmitting}>
        {words.submit}
      </Button>
    </form>
  );
}
