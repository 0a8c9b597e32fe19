import type { Cancel } from '@vigia/core/kernel';

/** Starts a resource at the first use of a key, and ends the resource when the last use is cancelled. */
export function refCounted(start: (key: string) => Cancel): (key: string) => Cancel {
  const uses = new Map<string, { count: number; readonly end: Cancel }>();
  return (key) => {
    const use = uses.get(key) ?? { count: 0, end: start(key) };
    uses.set(key, use);
    use.count += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      use.count -= 1;
      if (use.count > 0) return;
      uses.delete(key);
      use.end();
    };
  };
}
