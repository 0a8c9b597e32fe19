import { LIMITS, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { MailSent } from '#shared/auth/mail-sent.tsx';
import { useDemo } from '#shared/auth/use-demo.ts';
import { useReturnToPage } from '#shared/auth/use-return-to-page.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { Button } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { LoginForm } from './login-form.tsx';
import { authPageMessages } from './messages.es.ts';

const words = authPageMessages;

/** Renders both ways to sign in, for the page and for the modal: with an account, or to a simulated demo. */
export function LoginPanel() {
  const { backend } = useAuth();
  const goOn = useReturnToPage();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  if (unconfirmed !== null) {
    return (
      <MailSent
        main
        kind="signup"
        email={unconfirmed}
        text={words.login.unconfirmed(unconfirmed)}
        resend={async () => (await backend()).resend('signup', unconfirmed)}
        justSent={false}
        onVerified={goOn}
      >
        <Button size="sm" onClick={() => setUnconfirmed(null)}>
          {words.back}
        </Button>
      </MailSent>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <LoginForm onUnconfirmed={setUnconfirmed} />
      <div className="flex items-center gap-3 text-12 text-fg-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {words.or}
      </div>
      <DemoButton />
    </div>
  );
}

/** Opens the simulated account with one click. */
function DemoButton() {
  const { start, starting, problem } = useDemo();
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button size="lg" full className="max-md:px-2 max-md:text-13" loading={starting} onClick={start}>
        {authPageMessages.demo(formatMoney(LIMITS.mockBalanceDefaultMinor / 100, PAPER_CURRENCY))}
      </Button>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}
