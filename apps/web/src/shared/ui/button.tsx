import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { cn } from '#shared/lib/cn.ts';

/**
 * Returns the classes of a button, or of a link that looks like a button. A view has one `primary` button, for its main
 * action.
 */
export const buttonClass = cva(
  [
    'inline-flex items-center justify-center gap-2 rounded-control border whitespace-nowrap font-medium transition',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed',
  ],
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-accent-gradient text-on-fill hover:enabled:brightness-110 [a&]:hover:brightness-110',
        secondary: 'border-line-strong bg-raised text-fg-1 hover:bg-hover',
        ghost: 'border-transparent text-fg-2 hover:bg-hover hover:text-fg-1',
        /** The look of a search field, for a button that opens a search. Narrow screens show only its icon. */
        field:
          'border-transparent text-fg-2 hover:bg-hover hover:text-fg-1 lg:border-line-strong lg:bg-inset lg:text-fg-3',
        danger: 'border-transparent bg-error-fill text-on-fill hover:enabled:brightness-110',
        'danger-outline': 'border-error text-error hover:bg-error-tint',
        /** The look for actions that risk real money. */
        real: 'border-transparent bg-mode-real-fill text-on-real hover:enabled:brightness-110',
      },
      size: {
        sm: 'h-(--h-sm) px-2.5 text-13',
        md: 'h-(--h) px-3.5 text-14',
        lg: 'h-(--h-touch) px-5 text-14 font-semibold',
        icon: 'size-(--h) shrink-0 text-14',
        field: 'h-(--h) text-14 max-lg:w-(--h) max-lg:shrink-0 lg:w-[264px] lg:min-w-28 lg:justify-start lg:px-3',
      },
      full: { true: 'w-full' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  VariantProps<typeof buttonClass> & {
    /** Whether the button shows a spinner next to its text and ignores clicks. Its width does not change. */
    readonly loading?: boolean;
    readonly ref?: Ref<HTMLButtonElement>;
  };

export const Button = ({
  variant,
  size,
  full,
  loading = false,
  disabled,
  className,
  children,
  type,
  ...rest
}: ButtonProps) => (
  <button
    type={type ?? 'button'}
    className={cn(buttonClass({ variant, size, full }), className)}
    disabled={disabled || loading}
    aria-busy={loading || undefined}
    {...rest}
  >
    {loading && <LoaderCircle size={16} className="animate-spin" aria-hidden />}
    {size === 'icon' && loading ? null : children}
  </button>
);
