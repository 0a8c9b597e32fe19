import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { inputBoxClass } from './field.tsx';

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & { readonly ref?: Ref<HTMLSelectElement> };

/** Renders a native select. The user can type to search, and a phone shows its own picker. */
export const Select = ({ className, ...rest }: SelectProps) => (
  <div className={cn(inputBoxClass, 'relative pr-0 pl-0', className)}>
    <select
      className="h-full w-full min-w-0 cursor-pointer appearance-none rounded-control bg-transparent pr-9 pl-3 outline-0 [&>option]:bg-overlay"
      {...rest}
    />
    <ChevronDown size={16} className="pointer-events-none absolute right-3 text-fg-3" aria-hidden />
  </div>
);
