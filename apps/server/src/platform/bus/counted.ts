import type { Cancel } from '@vigia/core/kernel';

/** Begins something with the first wish for it and ends it with the last one's end. */
export function counted(begin: (key: string) => Cancel): (key: string) => Cancel {
  const wishes = new Map<string, { count: number; readonly end: Cancel }>();
  return (key) => {
    const wish = wishes.get(key) ?? { count: 0, end: begin(key) };
    wishes.set(key, wish);
    wish.count += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      wish.count -= 1;
      if (wish.count > 0) return;
      wishes.delete(key);
      wish.end();
    };
  };
}
