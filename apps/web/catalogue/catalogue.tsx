import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { Segmented } from '#shared/ui/segmented.tsx';
import { Toaster } from '#shared/ui/toaster.tsx';
import { TooltipProvider } from '#shared/ui/tooltip.tsx';
import { ACTIONS } from './actions.tsx';
import { FIGURES } from './figures.tsx';
import { FORMS } from './forms.tsx';
import type { Specimen } from './specimen.ts';

export const SPECIMENS: readonly Specimen[] = [...ACTIONS, ...FORMS, ...FIGURES];

const PAIRS = [
  { value: 'normal', label: 'Verde y rojo' },
  { value: 'cb', label: 'Azul y naranja' },
] as const;

/** Renders every component of shared/ui in its states, in the light and the dark theme side by side. */
export const Catalogue = () => (
  <QueryClientProvider client={queries}>
    <TooltipProvider>
      <RouterProvider router={router} />
      <Toaster />
    </TooltipProvider>
  </QueryClientProvider>
);

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

function Page() {
  const [pair, setPair] = useState<(typeof PAIRS)[number]['value']>('normal');
  return (
    <main className={pair === 'cb' ? 'cb' : undefined}>
      <header className="flex items-center gap-4 p-4">
        <h1>Catálogo</h1>
        <Segmented label="Par de colores" value={pair} options={PAIRS} onChange={setPair} />
        <p className="text-13 text-fg-2">Apunta y tabula: el foco y el puntero se ven en la pieza misma.</p>
      </header>
      <div className="grid grid-cols-2 max-lg:grid-cols-1">
        <Pieces theme="light" isCb={pair === 'cb'} />
        <Pieces theme="dark" isCb={pair === 'cb'} />
      </div>
    </main>
  );
}

const Pieces = ({ theme, isCb }: { readonly theme: 'light' | 'dark'; readonly isCb: boolean }) => (
  // The class for the colours of CALL and PUT is inside the element with the theme class, because the swapped colours
  // are design tokens of that theme.
  <div className={theme === 'dark' ? 'dark min-w-0 bg-ground text-fg-1' : 'min-w-0 bg-ground text-fg-1'}>
    <div className={isCb ? 'cb' : undefined}>
      {SPECIMENS.map(({ shows, states }) => (
        <section key={shows.join()} className="border-t border-line p-4">
          <h2 className="mb-3 text-13 font-semibold text-fg-2">{shows.join(' · ')}</h2>
          <div className="flex flex-wrap items-start gap-5">
            {states.map(([state, piece]) => (
              <div key={state} className="grid max-w-full min-w-0 justify-items-start gap-1.5 overflow-x-auto p-1">
                {piece}
                <span className="text-12 text-fg-3">{state}</span>
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  </div>
);

const router = createRouter({
  routeTree: createRootRoute({ component: Page, notFoundComponent: Page }),
  history: createMemoryHistory(),
});
