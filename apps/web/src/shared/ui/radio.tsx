import type { InputHTMLAttributes, Ref } from 'react';

type RadioProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & {
  readonly ref?: Ref<HTMLInputElement>;
};

/** Renders a native radio button in the colours of the app. The caller adds the label. */
export const Radio = (props: RadioProps) => (
  <input
    type="radio"
    className="size-4 shrink-0 cursor-pointer appearance-none rounded-pill border border-line-control bg-inset transition checked:border-5 checked:border-accent-fill checked:bg-on-fill disabled:cursor-not-allowed disabled:opacity-45 aria-[invalid=true]:border-error max-md:size-5 max-md:checked:border-6"
    {...props}
  />
);
