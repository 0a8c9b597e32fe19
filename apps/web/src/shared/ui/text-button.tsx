import type { ButtonHTMLAttributes } from 'react';

type TextButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>;

/** Renders a button that looks like a link inside a sentence. On a phone its touch target is higher than its line. */
export const TextButton = (props: TextButtonProps) => (
  <button
    type="button"
    className="rounded-chip font-medium text-accent underline-offset-2 hover:underline disabled:cursor-not-allowed disabled:opacity-45 touch-target"
    {...props}
  />
);
