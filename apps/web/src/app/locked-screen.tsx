import { Link, useLocation } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { PATHS } from '#shared/lib/paths.ts';
import { usePageTitle } from '#shared/lib/use-page-title.ts';
import { buttonClass } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { appMessages } from './messages.es.ts';

const { locked: words, toDashboard } = appMessages;

/** Renders a screen for a feature that is not available yet: a heading, an explanation and links to other screens. */
export function LockedScreen() {
  usePageTitle(words.title);
  const isTesting = useLocation({ select: ({ pathname }) => pathname.startsWith('/backtesting/') });
  const [text, path, action] = isTesting
    ? ([words.testing, PATHS.binaries, words.toStrategies] as const)
    : ([words.text, PATHS.dashboard, toDashboard] as const);
  return (
    <>
      <h1 className="pt-1">{words.title}</h1>
      <Card>
        <EmptyState
          icon={Lock}
          text={text}
          action={
            <Link to={path} className={buttonClass()}>
              {action}
            </Link>
          }
        />
      </Card>
    </>
  );
}
