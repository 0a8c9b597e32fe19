import type { ButtonHTMLAttributes } from 'react';

type TextButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>;

/** A small action amid a sentence: it reads as a link and does something here. Its target reaches past its line on a phone. */
export function TextButton(props: TextButtonProps) {
  return (
    <button
      type="button"
      className="rounded-chip font-medium text-accent underline-offset-2 hover:underline disabled:cursor-not-allowed disabled:opacity-45 max-md:-my-3 max-md:py-3"
      {...props}
    />
  );
}
