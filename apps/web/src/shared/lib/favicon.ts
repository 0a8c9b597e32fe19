import type { AccountKind } from '@vigia/core/vocabulary';

const OWN = '/favicon.svg';
const MOST = 9;
/** Returns the logo, which the tab icon shows while no trade is active. */
const MARK = (color: string): string =>
  `<path d="M8 10.5 14 19 20 10.5" fill="none" stroke="${color}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;

type Look = { readonly fill: string; readonly line: string; readonly ink: string; readonly dash?: string };

/**
 * Returns the look of the icon for an account kind: dashed, outlined or filled, as on the account pill. The icon has an
 * opaque background, because tab bars vary in colour.
 */
function lookOf(kind: AccountKind, token: (name: string) => string): Look {
  switch (kind) {
    case 'mock':
      return { fill: token('mode-sim-tint'), line: token('mode-sim'), ink: token('mode-sim'), dash: '4 3' };
    case 'demo':
      return { fill: token('mode-demo-tint'), line: token('mode-demo'), ink: token('mode-demo') };
    case 'real':
      return { fill: token('mode-real-fill'), line: token('mode-real-fill'), ink: token('on-real') };
  }
}

/** Returns an icon that shows the account kind by shape and colour, and the number of open trades. */
function faviconSvg(kind: AccountKind, activeCount: number, token: (name: string) => string): string {
  const { fill, line, ink, dash } = lookOf(kind, token);
  const count = activeCount > MOST ? `${MOST}+` : String(activeCount);
  const size = count.length > 1 ? 14 : 18;
  const middle =
    activeCount === 0
      ? MARK(ink)
      : `<text x="14" y="14" dy=".36em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${size}" fill="${ink}">${count}</text>`;
  const frame = `<rect x="1.25" y="1.25" width="25.5" height="25.5" rx="7" fill="${fill}" stroke="${line}" stroke-width="2.5"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">${frame}${middle}</svg>`;
}

function setIcon(href: string): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', href);
}

/** Sets the tab icon for an account kind and a number of open trades. */
export function showFavicon(kind: AccountKind, activeCount: number): void {
  const computed = getComputedStyle(document.documentElement);
  const svg = faviconSvg(kind, activeCount, (name) => computed.getPropertyValue(`--${name}`).trim());
  setIcon(`data:image/svg+xml,${encodeURIComponent(svg)}`);
}

/** Restores the product icon. */
export const clearFavicon = (): void => setIcon(OWN);
