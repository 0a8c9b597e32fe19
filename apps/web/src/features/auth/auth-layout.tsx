import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PATHS } from '#shared/lib/paths.ts';
import { Logo } from '#shared/ui/logo.tsx';
import { authPageMessages as words } from './messages.es.ts';

type AuthLayoutProps = { readonly backdrop?: ReactNode };

/**
 * Renders the layout of the sign-in pages: one centred column between the logo and the risk notice. `backdrop` is
 * behind the content.
 */
export const AuthLayout = ({ backdrop }: AuthLayoutProps) => (
  <div className="relative grid min-h-dvh grid-rows-[auto_1fr_auto]">
    {backdrop}
    <header className="z-(--z-sticky) px-6 py-5.5 max-md:px-4 max-md:py-4">
      <Link to={PATHS.landing} className="touch-target inline-flex items-center gap-2.5 text-16 font-semibold">
        <Logo />
        {words.product}
      </Link>
    </header>
    <main className="z-(--z-sticky) mx-auto grid w-[400px] max-w-[calc(100vw-32px)] content-start gap-5 pt-[max(16px,8vh)] pb-4">
      <Outlet />
    </main>
    <footer className="z-(--z-sticky) px-4 pt-4 pb-5 text-center text-12 text-fg-3">{words.risk}</footer>
  </div>
);
