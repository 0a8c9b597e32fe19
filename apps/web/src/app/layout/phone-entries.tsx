import { Link, useLocation } from '@tanstack/react-router';
import { ArrowUpDown, CandlestickChart, Ellipsis, History, type LucideIcon, Radar } from 'lucide-react';
import { ACTIVITY_ID, type ActivityTab } from '#features/dashboard/activity-tab.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.phoneBar;
const entryClass =
  'grid h-full w-full content-center justify-items-center gap-0.5 text-12 font-medium text-fg-2 transition focus-visible:-outline-offset-2 aria-[current]:text-accent';

/** The router marks a link as the current page by these rules. The places of the dashboard differ by their search. */
const WITH_SEARCH = { exact: true, includeSearch: true } as const;
const PATH_ONLY = { exact: true, includeSearch: false } as const;

/** Renders links to the places that a trader opens most, and the button that opens the drawer with all of them. */
export const PhoneEntries = () => (
  <ul className="grid h-full grid-cols-5">
    <li>
      <Link to={PATHS.dashboard} search={{}} activeOptions={WITH_SEARCH} className={entryClass}>
        <Face icon={ArrowUpDown} label={words.trade} />
      </Link>
    </li>
    <ActivityEntry tab="senales" icon={Radar} label={words.signals} />
    <li>
      <Link to={PATHS.pcr} search={{}} activeOptions={PATH_ONLY} className={entryClass}>
        <Face icon={CandlestickChart} label={words.setups} />
      </Link>
    </li>
    <ActivityEntry tab="historial" icon={History} label={words.history} />
    <li>
      <MoreButton />
    </li>
  </ul>
);

type ActivityEntryProps = { readonly tab: ActivityTab; readonly icon: LucideIcon; readonly label: string };

/** Links to a tab of the dashboard. The hash scrolls to the tabs, which lie below the chart. */
const ActivityEntry = ({ tab, icon, label }: ActivityEntryProps) => (
  <li>
    <Link
      to={PATHS.dashboard}
      search={{ ver: tab }}
      hash={ACTIVITY_ID}
      activeOptions={WITH_SEARCH}
      className={entryClass}
    >
      <Face icon={icon} label={label} />
    </Link>
  </li>
);

/** Opens the drawer. Pages that only the drawer lists mark this button. */
function MoreButton() {
  const isHere = useLocation({ select: ({ pathname }) => pathname !== PATHS.dashboard && pathname !== PATHS.pcr });
  const isOpen = useUi((ui) => ui.mobileMenuOpen);
  const setOpen = useUi((ui) => ui.setMobileMenuOpen);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-current={isHere ? 'true' : undefined}
      className={entryClass}
      onClick={() => setOpen(true)}
    >
      <Face icon={Ellipsis} label={words.more} />
    </button>
  );
}

const Face = ({ icon: Icon, label }: { readonly icon: LucideIcon; readonly label: string }) => (
  <>
    <Icon size={19} aria-hidden />
    {label}
  </>
);
