/**
 * Browser names by pattern. The order matters, because the user agent of nearly every browser also contains Chrome or
 * Safari.
 */
const BROWSERS = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

/**
 * System names by pattern. The order matters, because the user agent of Android also contains Linux, and that of an
 * iPhone "like Mac OS X".
 */
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
 * Returns browser and system of a user agent, such as `Chrome en Windows`; for a program that is not a browser, the
 * name in the user agent. A user agent may be fake and contain any text, so escape the result.
 */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'desconocido';
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? `programa ${userAgent.split(/[/\s]/, 1)[0] ?? ''}`.trimEnd().slice(0, OTHER_MAX_LENGTH);
}
