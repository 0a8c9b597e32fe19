import type { SignalOutcome } from '@vigia/core/vocabulary';
import { Ban, Check, Equal, type LucideIcon, X } from 'lucide-react';
import { formatCountdown } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { signalMessages as words } from './signals.es.ts';

/** The fields of a signal that determine its badge. */
type SettlingSignal = { readonly status: SignalOutcome; readonly expiration_time: string };

const LOOK = {
  won: { tone: 'call', icon: Check },
  lost: { tone: 'put', icon: X },
  tie: { tone: 'plain', icon: Equal },
  void: { tone: 'plain', icon: Ban },
} as const satisfies Record<Exclude<SignalOutcome, 'pending'>, { tone: 'call' | 'put' | 'plain'; icon: LucideIcon }>;

/** Shows the remaining time of an open signal, or the outcome of a decided one. */
export function SignalOutcomeBadge({ signal }: { readonly signal: SettlingSignal }) {
  if (signal.status === 'pending') return <Pending expiresAt={signal.expiration_time} />;
  const { tone, icon: Icon } = LOOK[signal.status];
  return (
    <Badge tone={tone}>
      <Icon size={13} aria-hidden />
      {words.outcomes[signal.status]}
    </Badge>
  );
}

function Pending({ expiresAt }: { readonly expiresAt: string }) {
  const leftMs = Date.parse(expiresAt) - useServerNow();
  return <Badge tone="accent">{leftMs > 0 ? formatCountdown(leftMs) : words.settling}</Badge>;
}
