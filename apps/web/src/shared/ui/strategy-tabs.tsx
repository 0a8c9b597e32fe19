import { Link } from '@tanstack/react-router';
import { PATHS } from '#shared/lib/paths.ts';
import { strategyTabsMessages as words } from './strategy-tabs.es.ts';

const TABS = [
  { path: PATHS.binaries, label: words.indicators },
  { path: PATHS.pcr, label: words.pcr },
  { path: PATHS.tests, label: words.tests },
  { path: PATHS.pcrDebug, label: words.debug },
] as const;

/** Shows the tabs of Binarias: strategies by indicator, PCR setups, kept backtests, and the state of the PCR engine. */
export const StrategyTabs = () => (
  <nav
    aria-label={words.label}
    className="inline-flex shrink-0 gap-0.5 rounded-control border border-line bg-inset p-0.5 max-md:flex max-md:w-full"
  >
    {TABS.map(({ path, label }) => (
      <Link
        key={path}
        to={path}
        activeOptions={{ exact: true, includeSearch: false }}
        className="inline-flex h-[30px] items-center justify-center rounded-chip px-3 text-13 font-medium whitespace-nowrap text-fg-2 transition hover:text-fg-1 touch:h-(--h-touch) max-md:flex-1 max-md:px-2 [&.active]:bg-overlay [&.active]:text-fg-1 [&.active]:ring-1 [&.active]:ring-line-strong"
      >
        {label}
      </Link>
    ))}
  </nav>
);
