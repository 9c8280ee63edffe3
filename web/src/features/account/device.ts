import { texts } from './texts.ts';

/** The first match in the user agent counts, so browsers that also name another one come first. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const named = (names: [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1];

/** The device's name for the user: `Chrome on Windows`. */
export function deviceName(agent: string | null): string {
  const browser = named(BROWSERS, agent ?? '');
  const system = named(SYSTEMS, agent ?? '');
  if (browser && system) return texts.sessions.device(browser, system);
  return browser ?? system ?? texts.sessions.unknownDevice;
}
