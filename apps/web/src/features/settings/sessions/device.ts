import { sessionsMessages as words } from './messages.es.ts';

export type Device = {
  /** Name of the browser and the system, such as `Chrome en Windows`. */
  readonly name: string;
  readonly kind: 'computer' | 'phone' | 'program' | 'unknown';
};

/**
 * Patterns of the browsers. Their order matters, because the User-Agent of nearly every browser also contains Chrome or
 * Safari.
 */
const BROWSERS = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

/**
 * Patterns of the systems. Their order matters: the User-Agent of Android also contains Linux, and that of an iPhone
 * "like Mac OS X".
 */
const SYSTEMS = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'phone'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
] as const;

/** Pattern of the names of programs without a screen in the User-Agent. */
const PROGRAM =
  /^(curl|Wget|python-requests|python-httpx|aiohttp|node|undici|axios|Go-http-client|PostmanRuntime|okhttp)\b/i;

/** Guesses the browser and the system of a session from its User-Agent. If one of them is unknown, it is omitted. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { name: words.unknownDevice, kind: 'unknown' };
  const program = PROGRAM.exec(userAgent)?.[1];
  if (program) return { name: words.program(program), kind: 'program' };
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent));
  const kind = system?.[2] ?? 'unknown';
  if (browser && system) return { name: words.browserOn(browser, system[1]), kind };
  return { name: browser ?? system?.[1] ?? words.unknownDevice, kind };
}
