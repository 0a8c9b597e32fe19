import { Calculator, CandlestickChart, ChartLine, History, Home, type LucideIcon, Plug, Settings } from 'lucide-react';
import { PATHS } from '#shared/lib/paths.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.nav;

type Path = (typeof PATHS)[keyof typeof PATHS];

/** An entry of a submenu. A `locked` entry shows a lock and does nothing. */
export type SubmenuEntry =
  | {
      readonly kind: 'page';
      readonly label: string;
      readonly path: Path;
      /**
       * Pages that the user reaches through the tabs of this page. On these pages the entry is marked as current too.
       */
      readonly within?: readonly Path[];
    }
  | { readonly kind: 'locked'; readonly label: string };

export type MenuEntry =
  | { readonly kind: 'page'; readonly label: string; readonly icon: LucideIcon; readonly path: Path }
  | { readonly kind: 'locked'; readonly label: string; readonly icon: LucideIcon }
  | {
      readonly kind: 'group';
      readonly label: string;
      readonly icon: LucideIcon;
      readonly openAtStart: boolean;
      /** Number that the badge of the entry shows. Absent if the entry has no badge. */
      readonly counts?: 'active-strategies';
      readonly entries: readonly SubmenuEntry[];
    };

const locked = (label: string): SubmenuEntry => ({ kind: 'locked', label });

export const NAVIGATION: readonly MenuEntry[] = [
  { kind: 'page', label: words.home, icon: Home, path: PATHS.dashboard },
  { kind: 'page', label: words.connections, icon: Plug, path: PATHS.connections },
  {
    kind: 'group',
    label: words.strategies,
    icon: CandlestickChart,
    openAtStart: true,
    counts: 'active-strategies',
    entries: [
      { kind: 'page', label: words.binaries, path: PATHS.binaries, within: [PATHS.pcr, PATHS.tests, PATHS.pcrDebug] },
      locked(words.options),
      locked(words.forex),
      locked(words.futures),
    ],
  },
  {
    kind: 'group',
    label: words.backtesting,
    icon: History,
    openAtStart: false,
    entries: [locked(words.binaries), locked(words.options), locked(words.forex), locked(words.futures)],
  },
  { kind: 'page', label: words.calculator, icon: Calculator, path: PATHS.calculator },
  { kind: 'locked', label: words.metrics, icon: ChartLine },
  { kind: 'page', label: words.settings, icon: Settings, path: PATHS.settings },
];
