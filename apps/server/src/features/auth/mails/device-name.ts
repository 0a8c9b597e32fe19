/** The order matters, because nearly every browser also claims to be Chrome or Safari. */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

/** The order matters, because Android also says Linux, and an iPhone says "like Mac OS X". */
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const OTHER_MAX_LENGTH = 40;

/**
 * Returns browser and system in words, such as `Chrome en Windows`; for a program its own name. The user agent may be
 * fake and contain any text: escape the result.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'desconocido';
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? `programa ${userAgent.split(/[/\s]/, 1)[0] ?? ''}`.trimEnd().slice(0, OTHER_MAX_LENGTH);
}
