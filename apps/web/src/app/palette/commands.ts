import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Asset } from '@vigia/contract';
import {
  ArrowUpDown,
  Bug,
  Calculator,
  CandlestickChart,
  ChartCandlestick,
  Home,
  type LucideIcon,
  Moon,
  OctagonX,
  Plug,
  Scale,
  ScanSearch,
  Settings,
  Sun,
  User,
  Wallet,
} from 'lucide-react';
import { useAutoTradingState } from '#features/automations/stopping/use-automation.ts';
import { useStopAll } from '#features/automations/stopping/use-stop-all.ts';
import { useTicketStore } from '#features/trading/ticket/ticket-store.ts';
import { accountText } from '#shared/lib/account-name.ts';
import { assetPayoutsQuery, assetsQuery } from '#shared/lib/assets.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { formatPayout } from '#shared/lib/format.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useTheme } from '#shared/lib/theme.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.palette;
const { nav } = appMessages;

export type PaletteCommand = {
  /** Label of the command. The palette search also matches it. */
  readonly label: string;
  readonly keywords?: readonly string[];
  readonly icon: LucideIcon;
  /** Extra information at the right of the label. */
  readonly hint?: string;
  readonly isDanger?: boolean;
  readonly run: () => void;
  /** Text that screen readers announce after a command whose effect is only visible. */
  readonly said: string;
};

export type PaletteGroup = { readonly heading: string; readonly commands: readonly PaletteCommand[] };

type Destination = {
  readonly label: string;
  readonly path: (typeof PATHS)[keyof typeof PATHS];
  readonly icon: LucideIcon;
};

/** Every screen that the palette can open. */
const PLACES: readonly Destination[] = [
  { label: nav.home, path: PATHS.dashboard, icon: Home },
  { label: nav.connections, path: PATHS.connections, icon: Plug },
  { label: words.strategiesOf(words.indicators), path: PATHS.binaries, icon: CandlestickChart },
  { label: words.strategiesOf(words.pcr), path: PATHS.pcr, icon: ScanSearch },
  { label: words.debug, path: PATHS.pcrDebug, icon: Bug },
  { label: nav.calculator, path: PATHS.calculator, icon: Calculator },
  { label: nav.settings, path: PATHS.settings, icon: Settings },
  { label: words.profile, path: PATHS.profile, icon: User },
  { label: words.verdicts, path: PATHS.verdicts, icon: Scale },
];

/** Returns every command that is available on the current screen. */
export const usePaletteGroups = (): readonly PaletteGroup[] => [
  { heading: words.places, commands: usePlaces() },
  { heading: words.actions, commands: useActions() },
  { heading: words.symbols, commands: useSymbols() },
];

function usePlaces(): readonly PaletteCommand[] {
  const navigate = useNavigate();
  return PLACES.map(({ label, path, icon }) => ({
    label,
    icon,
    run: () => void navigate({ to: path }),
    said: words.goneTo(label),
  }));
}

function useActions(): readonly PaletteCommand[] {
  const { theme, setTheme } = useTheme();
  const openModal = useUi((ui) => ui.openModal);
  const isStopped = useAutoTradingState()?.stopped_at != null;
  const { stop } = useStopAll();
  const toTheme: PaletteCommand =
    theme === 'dark'
      ? { label: words.light, icon: Sun, run: () => setTheme('light'), said: words.lightNow }
      : { label: words.dark, icon: Moon, run: () => setTheme('dark'), said: words.darkNow };
  const trade: PaletteCommand = {
    label: appMessages.header.trade,
    icon: ArrowUpDown,
    run: () => openModal('tradeForm'),
    said: words.trading,
  };
  const halt: PaletteCommand = {
    label: words.stopAll,
    icon: OctagonX,
    isDanger: true,
    run: stop,
    said: words.stopping,
  };
  const account = useAccountCommand();
  return isStopped ? [trade, account, toTheme] : [trade, account, toTheme, halt];
}

/** Returns the command that opens the account picker. Its hint names the chosen account. */
function useAccountCommand(): PaletteCommand {
  const openModal = useUi((ui) => ui.openModal);
  const { data: chosen } = useChosenAccount();
  return {
    label: words.account,
    keywords: words.accountKeywords,
    icon: Wallet,
    ...(chosen && { hint: accountText(chosen) }),
    run: () => openModal('account'),
    said: words.choosingAccount,
  };
}

/**
 * Returns one command per asset. The command shows the asset on the chart of the current screen, or on the dashboard if
 * the screen has no chart.
 */
function useSymbols(): readonly PaletteCommand[] {
  const { data: assets = [] } = useQuery(assetsQuery);
  const { data: payouts } = useQuery(assetPayoutsQuery(useTicketStore((ticket) => ticket.length)));
  const navigate = useNavigate();
  const isCharted = useLocation({ select: ({ pathname }) => pathname === PATHS.dashboard });
  const setSymbol = useUi((ui) => ui.setSymbol);
  const change = (symbol: string) => {
    setSymbol(symbol);
    if (!isCharted) void navigate({ to: PATHS.dashboard });
  };
  return assets.map((asset) => ({
    label: words.changeTo(asset.symbol),
    keywords: [asset.name],
    icon: ChartCandlestick,
    ...payoutHint(asset, payouts?.get(asset.symbol) ?? null),
    run: () => change(asset.symbol),
    said: words.changedTo(asset.symbol),
  }));
}

function payoutHint({ market_open: isOpen }: Asset, payout: number | null): Pick<PaletteCommand, 'hint'> {
  if (!isOpen) return { hint: words.closed };
  return payout === null ? {} : { hint: formatPayout(payout) };
}
