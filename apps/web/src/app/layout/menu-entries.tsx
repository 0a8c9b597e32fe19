import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Lock } from 'lucide-react';
import { useState } from 'react';
import { useActiveStrategyCount } from '#features/automations/strategies/live-strategies.ts';
import { cn } from '#shared/lib/cn.ts';
import { Tooltip } from '#shared/ui/tooltip.tsx';
import { appMessages } from '../messages.es.ts';
import { type MenuEntry, NAVIGATION, type SubmenuEntry } from './navigation.ts';

type NavProps = {
  /** Whether the entries show icons with tooltips instead of labels. */
  readonly collapsed: boolean;
  /** Called when the user selects a page. */
  readonly onChosen: () => void;
  /** Called when the user clicks the icon of a group in the collapsed menu. */
  readonly onExpand: () => void;
};

const rowClass = 'relative flex w-full items-center gap-3 rounded-control px-2.5 font-medium text-fg-2 transition';
const wordsClass = 'h-9 text-14 touch:h-(--h-touch)';
const iconsClass = 'h-(--h-touch) justify-center';
const subClass = cn(rowClass, 'h-8 text-13 touch:h-11');
const hereClass =
  "[&.active]:bg-accent-tint [&.active]:text-fg-1 [&.active>svg]:text-accent [&.active]:before:absolute [&.active]:before:inset-y-[9px] [&.active]:before:left-0 [&.active]:before:w-[3px] [&.active]:before:rounded-pill [&.active]:before:bg-place-gradient [&.active]:before:content-['']";

/** Renders the menu entries, both for the sidebar and for the phone overlay. */
export const MenuEntries = (props: NavProps) => (
  <ul className="grid gap-0.5">
    {NAVIGATION.map((entry) => (
      <li key={entry.label}>
        <NavEntry entry={entry} {...props} />
      </li>
    ))}
  </ul>
);

function NavEntry({ entry, ...props }: NavProps & { readonly entry: MenuEntry }) {
  switch (entry.kind) {
    case 'page':
      return <PageEntry entry={entry} {...props} />;
    case 'locked':
      return <LockedEntry entry={entry} collapsed={props.collapsed} />;
    case 'group':
      return <GroupEntry entry={entry} {...props} />;
  }
}

type Kind<Name extends MenuEntry['kind']> = Extract<MenuEntry, { kind: Name }>;

function PageEntry({ entry, collapsed, onChosen }: NavProps & { readonly entry: Kind<'page'> }) {
  const Icon = entry.icon;
  const link = (
    <Link
      to={entry.path}
      onClick={onChosen}
      aria-label={collapsed ? entry.label : undefined}
      className={cn(rowClass, collapsed ? iconsClass : wordsClass, hereClass, 'hover:bg-hover hover:text-fg-1')}
    >
      <Icon size={18} className="shrink-0" aria-hidden />
      {!collapsed && <span className="truncate">{entry.label}</span>}
    </Link>
  );
  return collapsed ? (
    <Tooltip text={entry.label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function LockedEntry({ entry, collapsed }: { readonly entry: Kind<'locked'>; readonly collapsed: boolean }) {
  const Icon = entry.icon;
  const row = (
    <span aria-disabled className={cn(rowClass, collapsed ? iconsClass : wordsClass, 'cursor-default text-fg-3')}>
      <Icon size={18} className="shrink-0" aria-hidden />
      {collapsed ? <span className="sr-only">{entry.label}</span> : <span className="truncate">{entry.label}</span>}
      {!collapsed && <Lock size={14} className="ml-auto shrink-0" aria-label={appMessages.locked.title} role="img" />}
    </span>
  );
  return collapsed ? (
    <Tooltip text={`${entry.label} · ${appMessages.locked.title}`} side="right">
      {row}
    </Tooltip>
  ) : (
    row
  );
}

function GroupEntry({ entry, collapsed, onChosen, onExpand }: NavProps & { readonly entry: Kind<'group'> }) {
  const [open, setOpen] = useState(entry.openAtStart);
  const Icon = entry.icon;
  const Chevron = open ? ChevronDown : ChevronRight;
  if (collapsed) {
    const expand = () => {
      setOpen(true);
      onExpand();
    };
    return (
      <Tooltip text={entry.label} side="right">
        <button
          type="button"
          onClick={expand}
          aria-label={appMessages.nav.expand(entry.label)}
          className={cn(rowClass, iconsClass, 'hover:bg-hover hover:text-fg-1')}
        >
          <Icon size={18} aria-hidden />
          {entry.counts && <ActiveCount className="absolute top-1 right-1" />}
        </button>
      </Tooltip>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={cn(rowClass, wordsClass, 'hover:bg-hover hover:text-fg-1')}
      >
        <Icon size={18} className="shrink-0" aria-hidden />
        <span className="truncate">{entry.label}</span>
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {entry.counts && <ActiveCount />}
          <Chevron size={16} className="text-fg-3" aria-hidden />
        </span>
      </button>
      {open && (
        <ul className="mb-1 ml-4.5 grid gap-0.5 border-l border-line pl-2.5">
          {entry.entries.map((each) => (
            <li key={each.label}>
              <SubRow entry={each} onChosen={onChosen} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Shows a badge with the number of active strategies, or nothing if there are none. */
function ActiveCount({ className }: { readonly className?: string }) {
  const count = useActiveStrategyCount();
  if (count === 0) return null;
  return (
    <span
      className={cn(
        'grid h-5 min-w-5 place-items-center rounded-pill border border-line-strong bg-raised px-1 text-12 font-medium text-fg-1',
        className,
      )}
    >
      <span aria-hidden>{count}</span>
      <span className="sr-only">{appMessages.nav.activeStrategies(count)}</span>
    </span>
  );
}

function SubRow({ entry, onChosen }: { readonly entry: SubmenuEntry; readonly onChosen: () => void }) {
  const here = useLocation({ select: ({ pathname }) => pathname });
  if (entry.kind === 'page') {
    const isInside = entry.within?.some((path) => path === here) ?? false;
    return (
      <Link
        to={entry.path}
        onClick={onChosen}
        className={cn(subClass, hereClass, 'hover:bg-hover hover:text-fg-1', isInside && 'active')}
      >
        {entry.label}
      </Link>
    );
  }
  return (
    <span aria-disabled className={cn(subClass, 'cursor-default text-fg-3')}>
      {entry.label}
      <span className="ml-auto text-12 font-normal">{appMessages.nav.soon}</span>
    </span>
  );
}
