import { type ReactNode, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useReturnToPage } from '#shared/auth/use-return-to-page.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Dialog, Sheet } from '#shared/ui/dialog.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { LoginPanel } from './login-panel.tsx';
import { authPageMessages } from './messages.es.ts';
import { RegisterPanel, registerTitle } from './register-panel.tsx';
import {
  type SecondFactorMethod,
  SecondFactorPanel,
  secondFactorText,
  secondFactorTitle,
} from './second-factor-panel.tsx';

const { login, register } = authPageMessages;

/** Renders the forms of /login and /register over the current page, with links to each other. */
export function AuthModal({ name }: { readonly name: 'login' | 'register' }) {
  const openModal = useUi((ui) => ui.openModal);
  const closeModal = useUi((ui) => ui.closeModal);
  const mobile = useIsMobile();
  // The frame does not change while the modal is open, because a new frame would discard typed values when the user
  // rotates a phone.
  const [Frame] = useState(() => (mobile ? Sheet : Dialog));
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const [way, setWay] = useState<SecondFactorMethod>('app');
  const toLogin = () => {
    setMailedTo(null);
    openModal('login');
  };
  const { needsSecondFactor } = useAuth();
  const goOn = useReturnToPage();
  if (needsSecondFactor) {
    return (
      <Frame open onOpenChange={closeModal} title={secondFactorTitle(way)} description={secondFactorText(way)}>
        <SecondFactorPanel way={way} onWay={setWay} onPassed={goOn} />
      </Frame>
    );
  }
  return name === 'login' ? (
    <Frame open onOpenChange={closeModal} title={login.title}>
      <LoginPanel />
      <Switcher question={login.question} label={login.other} onSwitch={() => openModal('register')} />
    </Frame>
  ) : (
    <Frame open onOpenChange={closeModal} title={registerTitle(mailedTo)}>
      <RegisterPanel mailedTo={mailedTo} onMailedTo={setMailedTo} />
      <Switcher label={register.have} onSwitch={toLogin} />
    </Frame>
  );
}

type SwitcherProps = { readonly question?: ReactNode; readonly label: string; readonly onSwitch: () => void };

const Switcher = ({ question, label, onSwitch }: SwitcherProps) => (
  <p className="flex items-center justify-center gap-1.5 text-fg-2">
    {question}
    <TextButton onClick={onSwitch}>{label}</TextButton>
  </p>
);
