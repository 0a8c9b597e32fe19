import type { HTMLAttributes, ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';

/** Renders a card: a surface one level above the background. */
export const Card = ({ className, ...rest }: HTMLAttributes<HTMLElement>) => (
  <section className={cn('min-w-0 rounded-card border border-line bg-surface', className)} {...rest} />
);

type CardHeaderProps = { readonly title: string; readonly children?: ReactNode };

/** Renders the header of a card: title at the left, controls at the right, a hairline below. */
export const CardHeader = ({ title, children }: CardHeaderProps) => (
  <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-3">
    <h2 className="whitespace-nowrap">{title}</h2>
    {children && <div className="flex items-center gap-2">{children}</div>}
  </header>
);
