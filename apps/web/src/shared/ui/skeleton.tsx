import { cn } from '#shared/lib/cn.ts';

/**
 * Renders a placeholder while content loads. Give it the size of the real content, so that the layout does not shift.
 */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span aria-hidden className={cn('skeleton-shine block animate-shimmer rounded-chip', className)} />
);
