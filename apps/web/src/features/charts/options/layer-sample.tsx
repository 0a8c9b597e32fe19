import type { ReactNode } from 'react';
import type { Layer } from './chart-options.ts';

const SAMPLES: Readonly<Record<Layer, ReactNode>> = {
  zones: (
    <>
      <rect x="1" y="4" width="22" height="8" className="fill-call-candle/25" />
      <line x1="1" y1="8" x2="23" y2="8" className="stroke-call" strokeDasharray="2 3" />
    </>
  ),
  signals: (
    <>
      <path d="M8 3 L13 12 L3 12 Z" className="fill-call" />
      <path d="M18 13 L13 4 L23 4 Z" className="fill-put" />
    </>
  ),
  trades: (
    <>
      <circle cx="5" cy="8" r="3.5" className="fill-call" />
      <line x1="9" y1="8" x2="23" y2="8" className="stroke-call" strokeDasharray="4 3" />
    </>
  ),
  results: (
    <>
      <path d="M3 12 H16 V5" className="fill-none stroke-call" strokeWidth="1.5" />
      <circle cx="16" cy="5" r="3" className="fill-call" />
    </>
  ),
  drawings: <path d="M2 13 L22 3" className="stroke-accent" strokeWidth="2" />,
};

/** Shows a sample of a layer as the chart draws it. */
export const LayerSample = ({ layer }: { readonly layer: Layer }) => (
  <svg width={24} height={16} viewBox="0 0 24 16" aria-hidden className="shrink-0">
    {SAMPLES[layer]}
  </svg>
);
