import { useIsMutating } from '@tanstack/react-query';
import { RefreshCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOrderState } from '#features/trading/orders/order-store.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { Button } from '#shared/ui/button.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { appMessages } from '../messages.es.ts';
import { WorkerUpdates } from './worker-updates.ts';

const words = appMessages.update;
/**
 * Interval in milliseconds between checks for a new version. Traders leave the window open for days, so a check when
 * the page loads is not enough.
 */
const UPDATE_CHECK_INTERVAL_MS = 30 * 60_000;

/** Registers the service worker of the app, and offers a new version that waits. */
export const UpdatePrompt = () => <UpdateOffer {...useUpdates()} />;

type Updates = { readonly isReady: boolean; readonly accept: () => void };

/**
 * Offers a new version and activates it only after a click. The offer stays hidden while the user is preparing or
 * sending an order.
 */
export function UpdateOffer({ isReady, accept }: Updates) {
  const [isLater, setLater] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const isBusy = useIsBusy();
  useEffect(() => {
    if (isWanted && !isBusy) accept();
  }, [isWanted, isBusy, accept]);
  if (!isReady || isLater) return null;
  if (isBusy && !isWanted) return null;
  return (
    <Offer
      isWanted={isWanted}
      onAccept={() => setWanted(true)}
      onLater={() => {
        setWanted(false);
        setLater(true);
      }}
    />
  );
}

type OfferProps = { readonly isWanted: boolean; readonly onAccept: () => void; readonly onLater: () => void };

/** Renders the offer above the connection banner, so that the two never cover each other. */
function Offer({ isWanted, onAccept, onLater }: OfferProps) {
  const box = useRef<HTMLDivElement>(null);
  useBottomBar(box, '--offer');
  return (
    <div
      ref={box}
      data-testid="update-prompt"
      className="fixed right-4 bottom-[calc(var(--notice-bottom)+var(--over-banner))] z-(--z-toast) flex max-w-[calc(100vw-24px)] items-center gap-3 rounded-card border border-line-strong bg-overlay py-2 pr-2 pl-3.5 text-13 shadow-overlay max-md:right-3 max-md:left-3"
    >
      <RefreshCw size={16} className="shrink-0 text-accent" aria-hidden />
      <p role="status" className="min-w-0 flex-1">
        {isWanted ? words.afterwards : words.ready}
      </p>
      {!isWanted && (
        <Button size="sm" variant="primary" onClick={onAccept}>
          {words.accept}
        </Button>
      )}
      <Button
        size="icon"
        variant="ghost"
        className="size-8 touch:size-11"
        aria-label={uiMessages.close}
        onClick={onLater}
      >
        <X size={16} aria-hidden />
      </Button>
    </div>
  );
}

/**
 * Returns true while a form is open, an order is in flight, or a save is running. A reload would then lose the user's
 * work.
 */
function useIsBusy(): boolean {
  const hasModal = useUi((ui) => ui.modal !== null);
  const isSending = useOrderState().kind === 'sending';
  const saving = useIsMutating();
  return hasModal || isSending || saving > 0;
}

const NONE: Updates = { isReady: false, accept: () => {} };

function useUpdates(): Updates {
  const [state, setState] = useState(NONE);
  useEffect(() => {
    // The development server has no service worker. A page on http:// outside localhost has none either.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const updates = new WorkerUpdates(navigator.serviceWorker, {
      reload: () => window.location.reload(),
      changed: () => setState({ isReady: updates.isReady, accept: () => updates.accept() }),
    });
    const stop = updates.start();
    const timer = setInterval(() => updates.look(), UPDATE_CHECK_INTERVAL_MS);
    const seen = () => {
      if (document.visibilityState === 'visible') updates.look();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      stop();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return state;
}
