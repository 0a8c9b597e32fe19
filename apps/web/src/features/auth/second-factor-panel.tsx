import { type FormEvent, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { DigitsForm } from '#shared/auth/digits-form.tsx';
import { Problem } from '#shared/auth/problem.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Field, Input } from '#shared/ui/field.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages.secondFactor;

/** The second step of signing in; once passed, the page around it goes on by itself, or `onPassed` says how. */
export function SecondFactorPanel({ onPassed = () => {} }: { readonly onPassed?: () => void }) {
  const { backend, signOut } = useAuth();
  const [withRecovery, setWithRecovery] = useState(false);
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
        <Button variant="ghost" size="sm" onClick={() => setWithRecovery(!withRecovery)}>
          {withRecovery ? words.withApp : words.withRecovery}
        </Button>
        <Button variant="ghost" size="sm" onClick={signOut}>
          {words.leave}
        </Button>
      </div>
    </div>
  );
}

function RecoveryCodeForm({ onPassed }: { readonly onPassed: () => void }) {
  const { backend } = useAuth();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setMissing(code.trim() === '');
    if (code.trim() === '' || busy) return;
    setBusy(true);
    try {
      await (await backend()).passWithRecoveryCode(code.trim());
      onPassed();
    } catch (caught) {
      setFailure(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="grid gap-3" onSubmit={submit} noValidate>
      <Field label={words.recovery} hint={words.recoveryHint} error={isMissing ? words.recoveryMissing : undefined}>
        {(control) => (
          <Input
            {...control}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            placeholder={words.recoveryExample}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
          />
        )}
      </Field>
      <Problem failure={failure} />
      <Button type="submit" variant="primary" size="lg" full loading={busy}>
        {words.submit}
      </Button>
    </form>
  );
}
