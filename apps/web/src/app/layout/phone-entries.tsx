import { Link, useLocation } from '@tanstack/react-router';
import { ArrowUpDown, CandlestickChart, Ellipsis, History, type LucideIcon, Radar } from 'lucide-react';
import { ACTIVITY_ID, type ActivityTab, activityTabIn } from '#features/dashboard/activity-tab.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.phoneBar;
const entryClass =
  'grid h-full w-full content-center justify-items-center gap-0.5 text-12 font-medium text-fg-2 transition focus-visible:-outline-offset-2 aria-[current]:text-accent';

type Place = 'trade' | 'signals' | 'setups' | 'history' | 'elsewhere';

/** Renders links to the places that a trader opens most, and the button that opens the drawer with all of them. */
export function PhoneEntries() {
  const here = useLocation({ select: ({ pathname, search }) => placeOf(pathname, search) });
  return (
    <ul className="grid h-full grid-cols-5">
      <li>
        <Link to={PATHS.dashboard} search={{}} {...marked(here === 'trade')}>
          <Face icon={ArrowUpDown} label={words.trade} />
        </Link>
      </li>
      <ActivityEntry tab="senales" icon={Radar} label={words.signals} isHere={here === 'signals'} />
      <li>
        <Link to={PATHS.pcr} search={{}} {...marked(here === 'setups')}>
          <Face icon={CandlestickChart} label={words.setups} />
        </Link>
      </li>
      <ActivityEntry tab="historial" icon={History} label={words.history} isHere={here === 'history'} />
      <li>
        <MoreButton isHere={here === 'elsewhere'} />
      </li>
    </ul>
  );
}

type ActivityEntryProps = {
  readonly tab: ActivityTab;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isHere: boolean;
};

/** Links to a tab of the dashboard. The hash scrolls to the tabs, which lie below the chart. */
const ActivityEntry = ({ tab, icon, label, isHere }: ActivityEntryProps) => (
  <li>
    <Link to={PATHS.dashboard} search={{ ver: tab }} hash={ACTIVITY_ID} {...marked(isHere)}>
      <Face icon={icon} label={label} />
    </Link>
  </li>
);

/** Opens the drawer. Pages that only the drawer lists mark this button. */
function MoreButton({ isHere }: { readonly isHere: boolean }) {
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

/** Returns the attributes of a link. The router marks links by path only, so the bar states the current one itself. */
const marked = (isHere: boolean) => ({
  className: entryClass,
  activeProps: {},
  'aria-current': isHere ? ('page' as const) : undefined,
});

function placeOf(pathname: string, search: Readonly<Record<string, unknown>>): Place {
  if (pathname === PATHS.pcr) return 'setups';
  if (pathname !== PATHS.dashboard) return 'elsewhere';
  switch (activityTabIn(search)) {
    case 'senales':
      return 'signals';
    case 'historial':
      return 'history';
    case undefined:
      return 'trade';
  }
}
