import { type ComponentType, useEffect, useState } from 'react';
import { ErrorState } from '#shared/ui/states.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { appMessages } from './messages.es.ts';

const words = appMessages.missingPart;

/** What of the browser a part that is missing needs; a test stands in for it. */
type Surroundings = {
  /** Whether the server hands out pages now. */
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
 * The component of a route whose code is fetched on the way to it. Where it does not arrive the screen says so and tries
 * again: to load the whole page anew, as the router's own would, ends on the browser's page while the line is broken.
 */
export function routePart<Name extends string>(
  load: () => Promise<Parts<Name>>,
  name: Name,
  { isServed, reload }: Surroundings = BROWSER,
) {
  let Part: ComponentType | null = null;
  let underWay: Promise<boolean> | null = null;

  /** Whether it is there. */
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
      const look = async () => {
        const isThere = await arrive();
        if (!isShown) return;
        setArrived(isThere);
        setMissing(!isThere);
      };
      void look();
      window.addEventListener('online', look);
      return () => {
        isShown = false;
        window.removeEventListener('online', look);
      };
    }, []);
    const retry = async () => {
      if (await arrive()) setArrived(true);
      // A newer version may have taken the place of the file: the page of that version knows the new name.
      else if (await isServed()) reload();
    };
    if (Part) return <Part />;
    return isMissing ? <MissingPart onRetry={() => void retry()} /> : <LoadingScreen />;
  }

  /** Asked for by the router, which goes on however it ends. */
  RoutePart.preload = async (): Promise<void> => void (await arrive());
  return RoutePart;
}

function MissingPart({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center p-4">
      <h1 className="sr-only">{words.title}</h1>
      <ErrorState title={words.title} text={words.text} onRetry={onRetry} />
    </div>
  );
}
