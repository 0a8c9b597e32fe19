import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { dashboardMessages } from './messages.es.ts';

const words = dashboardMessages.tiles;

type TileProps = {
  readonly title: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
  /** Content at the right of the figures. */
  readonly aside?: ReactNode;
  /** Whether the note is below the content at the right and uses the full width. */
  readonly wideNote?: boolean;
  readonly className?: string;
  /** Whether no toast may cover the tile. */
  readonly isKeptClear?: boolean;
};

/** Shows one figure with its name and a note. */
export const FigureTile = ({ title, value, note, aside, wideNote = false, className, isKeptClear }: TileProps) => (
  <section
    data-keep-clear={isKeptClear}
    className={cn(
      'grid min-h-[90px] min-w-0 content-between gap-x-3 gap-y-0.5 rounded-card border border-line bg-surface px-4 py-3 max-lg:px-3 max-md:shrink-0 max-md:basis-[158px] max-md:snap-start',
      className,
    )}
  >
    <h2 className="col-start-1 text-12 font-medium text-fg-3">{title}</h2>
    <div className="col-start-1 truncate text-20 font-semibold tracking-tight group-data-quiet/main:opacity-60">
      {value}
    </div>
    <div
      className={cn(
        'col-start-1 min-h-4 min-w-0 text-12 text-fg-2 group-data-quiet/main:opacity-60',
        wideNote && 'col-span-2',
      )}
    >
      {note}
    </div>
    {aside && (
      <div className={cn('col-start-2 row-start-1 min-w-0 self-center', wideNote ? '-my-1 row-span-2' : 'row-span-3')}>
        {aside}
      </div>
    )}
  </section>
);

/** Props of a tile while its figures load. */
export const tileSkeleton = {
  value: <Skeleton className="my-1 h-[18px] w-16" />,
  note: <Skeleton className="mt-0.5 h-3 w-28" />,
};

/** Props of a tile whose figures could not be loaded: a message and a retry button. */
export const tileFailure = (onRetry: () => void) => ({
  value: words.nothing,
  note: (
    <>
      {words.failed} <TextButton onClick={onRetry}>{words.retry}</TextButton>
    </>
  ),
});
