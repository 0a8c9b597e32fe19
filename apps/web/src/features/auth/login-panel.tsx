import { DemoButton } from './demo-button.tsx';
import { LoginForm } from './login-form.tsx';
import { authPageMessages } from './messages.es.ts';

/** Both ways in, on the page as in the modal: with an account, or simulated without one. */
export function LoginPanel() {
  return (
    <div className="grid gap-4">
      <LoginForm />
      <div className="flex items-center gap-3 text-12 text-fg-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {authPageMessages.or}
      </div>
      <DemoButton />
    </div>
  );
}
