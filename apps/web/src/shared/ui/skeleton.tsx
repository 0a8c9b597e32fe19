import { cn } from '#shared/lib/cn.ts';

/** The shape of what is coming; give it the size of the real thing, so that nothing jumps. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={cn('skeleton-shine block animate-shimmer rounded-chip', className)} />;
}
