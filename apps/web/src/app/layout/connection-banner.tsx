import { Link } from '@tanstack/react-router';
import type { PriceSource } from '@vigia/core/vocabulary';
import { CloudOff, type LucideIcon, PlugZap, WifiOff } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useChosenConnection } from '#features/connections/use-chosen-connection.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { libMessages } from '#shared/lib/messages.es.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useShownPrices } from '#shared/lib/price-feed.ts';
import type { ShownPrices } from '#shared/lib/price-feed-store.ts';
import { STALE_AFTER_MS } from '#shared/lib/stream-client.ts';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { useLocalNow } from '#shared/lib/use-now.ts';
import { useOnline } from '#shared/lib/use-online.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { appMessages } from '../messages.es.ts';

const words = appMessages.banner;
/** The price sources that run on our server. If they fail, another source would not help. */
const SERVERS: ReadonlySet<PriceSource> = new Set(['simulated', 'replay']);

/**
 * Shows the current connection problem in words: the device is offline, the server is unreachable, the prices are
 * stale, or the broker of the chosen account is disconnected. The banner covers the lower part of the page, above the
 * bars on a phone, and moves no content.
 */
export function ConnectionBanner() {
  const isOnline = useOnline();
  const status = useStreamStatus();
  const broker = useLostBroker();
  const prices = useShownPrices();
  if (!isOnline) return <Banner icon={WifiOff} title={words.offline} text={words.offlineText} />;
  if (status.state === 'reconnecting') return <SilentBanner isStale={false} sinceMs={status.sinceMs} />;
  if (broker !== null) {
    return (
      <Banner icon={PlugZap} title={words.brokerLost(broker)} text={words.brokerLostText}>
        <Link to={PATHS.connections} className={buttonClass({ size: 'sm' })}>
          {words.seeConnection}
        </Link>
      </Banner>
    );
  }
  if (status.state === 'live') return null;
  return isChosenAndAway(prices) ? <PricesBanner prices={prices} /> : <SilentBanner isStale sinceMs={status.sinceMs} />;
}

/** Shows that the chosen price source sends no prices, and links to the setting of the source. */
function PricesBanner({ prices: { source, state } }: { readonly prices: ShownPrices }) {
  const whose = libMessages.pricesOf(source);
  return (
    <Banner
      icon={PlugZap}
      title={state === 'down' ? words.missing(whose) : words.awaited(whose)}
      text={source === 'deriv' ? words.throughServer : words.throughConnection}
    >
      <Link to={PATHS.settings} hash="grafico" className={buttonClass({ size: 'sm' })}>
        {words.chooseSource}
      </Link>
    </Banner>
  );
}

const isChosenAndAway = (prices: ShownPrices | null): prices is ShownPrices =>
  prices !== null && !SERVERS.has(prices.source) && (prices.state === 'starting' || prices.state === 'down');

/**
 * Reports a lost connection only after a delay, because most connections recover before the user has read a sentence.
 */
function SilentBanner({ isStale, sinceMs }: { readonly isStale: boolean; readonly sinceMs: number }) {
  const silentMs = Math.max(0, useLocalNow() - sinceMs);
  if (!isStale && silentMs < STALE_AFTER_MS) return null;
  const seconds = Math.round(silentMs / 1_000);
  return isStale ? (
    <Banner icon={CloudOff} title={words.stale(seconds)} text={words.staleText} said={words.staleSaid} />
  ) : (
    <Banner
      icon={CloudOff}
      title={words.unreachable(seconds)}
      text={words.unreachableText}
      said={words.unreachableSaid}
    />
  );
}

type BannerProps = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /**
   * Text that screen readers announce instead of `title`. It contains no counter, so they announce it only once and not
   * every second.
   */
  readonly said?: string;
  readonly children?: ReactNode;
};

function Banner({ icon: Icon, title, text, said, children }: BannerProps) {
  const box = useRef<HTMLDivElement>(null);
  useBottomBar(box, '--banner');
  return (
    <div
      ref={box}
      data-testid="connection-banner"
      className="fixed bottom-(--notice-bottom) left-1/2 z-(--z-bar) flex w-max max-w-[min(560px,calc(100vw-24px))] -translate-x-1/2 items-center gap-3 rounded-card border border-line-strong bg-overlay px-3.5 py-3 text-13 shadow-overlay max-md:py-2"
    >
      <Icon size={18} className="shrink-0 text-error" aria-hidden />
      <div className="min-w-0" aria-hidden={said !== undefined}>
        <b className="block">{title}</b>
        <span className="text-fg-2">{text}</span>
      </div>
      <p role="status" className="sr-only">
        {said === undefined ? '' : `${said} ${text}`}
      </p>
      {children}
    </div>
  );
}

/** Returns the name of the chosen account's broker if that broker is disconnected, and null otherwise. */
function useLostBroker(): string | null {
  const { user } = useAuth();
  const connection = useChosenConnection(user !== null && !user.is_anonymous);
  return connection === null || connection.status === 'connected' ? null : connection.name;
}
