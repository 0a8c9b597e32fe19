import { Link, Outlet } from '@tanstack/react-router';
import { PATHS } from '#shared/lib/paths.ts';
import { Logo } from '#shared/ui/logo.tsx';
import { authPageMessages as words } from './messages.es.ts';

/** One centred column between the mark and the risk notice. */
export function AuthLayout() {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="px-6 py-[22px] max-md:px-4 max-md:py-4">
        <Link to={PATHS.landing} className="inline-flex items-center gap-2.5 text-16 font-semibold">
          <Logo />
          {words.product}
        </Link>
      </header>
      <main className="m-auto grid w-[400px] max-w-[calc(100vw-32px)] gap-5 py-4">
        <Outlet />
      </main>
      <footer className="px-4 pt-4 pb-5 text-center text-12 text-fg-3">{words.risk}</footer>
    </div>
  );
}
