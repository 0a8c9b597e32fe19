import { useId } from 'react';

/** Renders the logo: a V as a watch-tower under a lantern. Its brand colours are the same in both themes. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  const gradient = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden className="block shrink-0">
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#6C70FF" />
          <stop offset="1" stopColor="#22B8E0" />
        </linearGradient>
      </defs>
      <rect width="28" height="28" rx="8" fill={`url(#${gradient})`} />
      <path
        d="M6 9.5 14 20.5 22 9.5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="14" cy="9" r="2.6" fill="#fff" />
    </svg>
  );
}
