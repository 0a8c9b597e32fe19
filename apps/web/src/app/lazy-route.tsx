import { type ComponentType, useEffect, useState } from 'react';
import { ErrorState } from '#shared/ui/states.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { appMessages } from './messages.es.ts';

const words = appMessages.missingPart;

/** The browser functions that run if a part of the app cannot be loaded. Tests replace them. */
type Surroundings = {
  /** Returns whether the server answers page requests now. */
  readonly isServed: () => Promise<boolean>;
  readonly reload: () => void;
};

const BROWSER: Surroundings = {
  isServed: () =>
    fetch(window.location.href, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: () => window.location.reload(),
};

type Parts<Name extends string> = Readonly<Record<Name, ComponentType>>;

/**
 * Returns a route component whose code loads during the navigation. If the load fails, the component shows an error and
 * retries. Without this component, the router would reload the whole page, and an offline browser would then show its
 * own error page.
 */
export function lazyRoute<Name extends string>(
  load: () => Promise<Parts<Name>>,
  name: Name,
  { isServed, reload }: Surroundings = BROWSER,
) {
  let Part: ComponentType | null = null;
  let underWay: Promise<boolean> | null = null;

  /**
   * Loads the code.
   * @returns true if the code is available
   */
  function arrive(): Promise<boolean> {
    if (Part) return Promise.resolve(true);
    underWay ??= load()
      .then(
        (parts) => {
          Part = parts[name];
          return true;
        },
        () => false,
      )
      .finally(() => {
        underWay = null;
      });
    return underWay;
  }

  function RoutePart() {
    const [isMissing, setMissing] = useState(false);
    const [, setArrived] = useState(Part !== null);
    useEffect(() => {
      let isShown = true;
      const checkArrival = async () => {
        const isThere = await arrive();
        if (!isShown) return;
        setArrived(isThere);
        setMissing(!isThere);
      };
      const look = () => void checkArrival();
      look();
      window.addEventListener('online', look);
      return () => {
        isShown = false;
        window.removeEventListener('online', look);
      };
    }, []);
    const retry = async () => {
      if (await arrive()) setArrived(true);
      // A new version of the app may have replaced the file. A reloaded page requests the new file name.
      else if (await isServed()) reload();
    };
    if (Part) return <Part />;
    return isMissing ? <MissingPart onRetry={() => void retry()} /> : <LoadingScreen />;
  }

  /** Loads the code for the router. The promise never rejects, so the router continues after a failure too. */
  RoutePart.preload = async (): Promise<void> => void (await arrive());
  return RoutePart;
}

const MissingPart = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className="grid min-h-[60dvh] place-items-center p-4">
    <h1 className="sr-only">{words.title}</h1>
    <ErrorState title={words.title} text={words.text} onRetry={onRetry} />
  </div>
);
