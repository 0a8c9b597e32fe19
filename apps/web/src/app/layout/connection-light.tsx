import { cn } from '#shared/lib/cn.ts';
import { STALE_AFTER_MS, type StreamStatus } from '#shared/lib/stream-client.ts';
import { useLocalNow } from '#shared/lib/use-now.ts';
import { useOnline } from '#shared/lib/use-online.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { appMessages } from '../messages.es.ts';

const words = appMessages.header;

const LIGHT: Readonly<Record<StreamStatus['state'], string>> = {
  live: 'rounded-pill bg-ok ring-3 ring-ok/22',
  reconnecting: 'rounded-pill border-2 border-warn',
  // The stale mark is a square and the other marks are circles, so that colour is not the only signal.
  stale: 'rounded-[2px] bg-error',
};
const TEXT: Readonly<Record<StreamStatus['state'], string>> = {
  live: 'text-fg-2',
  reconnecting: 'text-warn',
  stale: 'text-error',
};

/** Shows by shape, colour and word whether prices arrive. */
export function ConnectionLight() {
  const status = useStreamStatus();
  // A socket detects a lost network late. Until then, the state of the stream stays "live".
  const isOffline = !useOnline() && status.state === 'live';
  const state = isOffline ? 'stale' : status.state;
  return (
    <span
      role="status"
      className={cn('inline-flex shrink-0 items-center gap-2 text-12 font-medium max-lg:px-1', TEXT[state])}
    >
      <i className={cn('size-2 shrink-0', LIGHT[state])} aria-hidden />
      <span className="max-lg:sr-only">
        {isOffline ? appMessages.banner.offline : status.state === 'live' ? words.live : <SilentFor status={status} />}
      </span>
    </span>
  );
}

type Silent = Exclude<StreamStatus, { state: 'live' }>;

/** Shows "reconnecting" directly after the connection is lost, and later the age of the prices. */
function SilentFor({ status: { state, sinceMs } }: { readonly status: Silent }) {
  const silentMs = Math.max(0, useLocalNow() - sinceMs);
  if (state === 'reconnecting' && silentMs < STALE_AFTER_MS) return words.reconnecting;
  return words.stale(Math.round(silentMs / 1_000));
}
