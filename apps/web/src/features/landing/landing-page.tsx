import { Link } from '@tanstack/react-router';
import { LIMITS, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { Play, TriangleAlert } from 'lucide-react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { useDemo } from '#shared/auth/use-demo.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import { Claims } from './components/claims.tsx';
import { landingMessages as words } from './messages.es.ts';

/**
 * The market model and the detector load after the text, so that the visitor can read and sign in without waiting for
 * them.
 */
const LiveScene = lazyComponent(
  async () => (await import('./components/live-scene.tsx')).LiveScene,
  <div className="h-[414px] rounded-card border border-line bg-surface border-glow max-md:h-[448px]" />,
);

export function LandingPage() {
  usePageTitle(words.title);
  return (
    <div className="mx-auto max-w-[1200px] px-6 max-md:px-4">
      <LandingHeader />
      <main>
        <section className="grid grid-cols-[minmax(0,1fr)_620px] items-center gap-12 pt-7.5 pb-10 max-lg:grid-cols-2 max-lg:gap-6 max-lg:py-8 max-md:grid-cols-1 max-md:pt-4">
          <Pitch />
          <LiveScene />
        </section>
        <Claims />
      </main>
      <RiskNotice />
    </div>
  );
}

function LandingHeader() {
  const { isAuthenticated } = useAuth();
  return (
    <header className="flex h-[72px] items-center gap-3 max-md:h-15">
      <span className="inline-flex items-center gap-2.5 text-16 font-semibold">
        <Logo />
        {words.product}
      </span>
      <span className="flex-1" />
      {isAuthenticated ? (
        <Link to={PATHS.dashboard} className={buttonClass({ variant: 'secondary' })}>
          {words.toDashboard}
        </Link>
      ) : (
        <>
          <Link to={PATHS.login} className={buttonClass({ variant: 'ghost' })}>
            {words.signIn}
          </Link>
          <Link to={PATHS.register} className={`${buttonClass({ variant: 'secondary' })} max-md:hidden`}>
            {words.signUp}
          </Link>
        </>
      )}
    </header>
  );
}

function Pitch() {
  const { isAuthenticated } = useAuth();
  return (
    <div>
      <h1 className="text-44 tracking-[-0.028em] text-balance max-lg:text-28">{words.headline}</h1>
      <p className="mt-5 mb-6 max-w-[46ch] text-16 text-fg-2">{words.pitch}</p>
      {isAuthenticated ? (
        <Link to={PATHS.dashboard} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          {words.toDashboard}
        </Link>
      ) : (
        <WaysIn />
      )}
    </div>
  );
}

function WaysIn() {
  const { start, starting, problem } = useDemo();
  const openModal = useUi((ui) => ui.openModal);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="lg" loading={starting} onClick={start} className="max-md:flex-1">
          {!starting && <Play size={16} aria-hidden />}
          {words.demo}
        </Button>
        <Button size="lg" onClick={() => openModal('register')} className="max-md:flex-1">
          {words.signUp}
        </Button>
      </div>
      <div className="mt-3.5 text-13 text-fg-3">
        {problem ? (
          <FieldError>{problem}</FieldError>
        ) : (
          words.demoTerms(formatMoney(LIMITS.mockBalanceDefaultMinor / 100, PAPER_CURRENCY))
        )}
      </div>
    </>
  );
}

const RiskNotice = () => (
  <footer className="flex gap-3 border-t border-line py-4 text-13 text-fg-2">
    <TriangleAlert size={18} className="mt-px shrink-0 text-warn" aria-hidden />
    <p>
      <b className="text-fg-1">{words.risk.title}</b> {words.risk.text}
    </p>
  </footer>
);
