import { type RefCallback, useEffect, useRef } from 'react';
import { SeenRows } from './seen-rows.ts';

/** Share of a row that must be visible for it to count as shown. */
const SHOWN_SHARE = 0.6;

/**
 * Watches which rows of a list are on the screen. When the list is removed, `onSeen` gets the ids of those that were
 * visible long enough to be read. They keep their look until then, so that nothing changes while the user reads.
 * @returns a function that returns the ref of the row with this id
 */
export function useSeenRows(onSeen: (ids: readonly number[]) => void): (id: number) => RefCallback<HTMLElement> {
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  const kept = useRef<{ readonly rows: SeenRows; readonly observer: IntersectionObserver } | null>(null);
  const watching = () => {
    kept.current ??= watchRows();
    return kept.current;
  };
  useEffect(
    () => () => {
      const ids = kept.current?.rows.seen(performance.now()) ?? [];
      kept.current?.observer.disconnect();
      kept.current = null;
      if (ids.length > 0) latest.current(ids);
    },
    [],
  );
  return (id) => (row) => {
    if (row === null) return;
    row.dataset['notification'] = String(id);
    const { observer } = watching();
    observer.observe(row);
    return () => observer.unobserve(row);
  };
}

function watchRows() {
  const rows = new SeenRows();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, time } of entries) {
        const id = Number(target instanceof HTMLElement ? target.dataset['notification'] : Number.NaN);
        if (isIntersecting) rows.appear(id, time);
        else rows.vanish(id, time);
      }
    },
    { threshold: SHOWN_SHARE },
  );
  return { rows, observer };
}
