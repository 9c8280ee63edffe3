import type { Plugin } from 'vite';

/** The oldest browsers that run the app, of spring 2023. The README and index.html name them too. */
export const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox115', 'safari16.4'];

/** Calls that one of them lacks. Vite translates syntax, but adds no missing functions. */
const newerCalls = [
  String.raw`\b(Map|Object)\.groupBy(\?\.)?\(`,
  String.raw`\bArray\.fromAsync\(`,
  String.raw`\bPromise\.(withResolvers|try)\(`,
  String.raw`\bURL\.(parse|canParse)\(`,
  String.raw`\bAbortSignal\.any\(`,
  String.raw`\bResponse\.json\(`,
  String.raw`\bIterator\.(from|concat)\(`,
  String.raw`\bIntl\.(Segmenter|DurationFormat)\(`,
  String.raw`\bRegExp\.escape\(`,
  String.raw`\bError\.isError\(`,
  String.raw`\bUint8Array\.from(Base64|Hex)\(`,
  String.raw`\bMath\.(sumPrecise|f16round)\(`,
  String.raw`\bReadableStream\.from\(`,
  String.raw`\bTemporal\.(Now|Plain\w+|Instant|ZonedDateTime|Duration)\b`,
  String.raw`\bscheduler\.(yield|postTask)\(`,
  String.raw`\.(isWellFormed|toWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|getOrInsert(Computed)?)\(`,
  String.raw`\.(?:(?:keys|values|entries)\(\)|matchAll\((?:[^()]|\([^()]*\))*\))\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(`,
].map((pattern) => new RegExp(pattern));

/** The first call in the code that one of the oldest browsers lacks. */
export const findNewerCall = (code: string): string | undefined =>
  newerCalls.map((pattern) => pattern.exec(code)?.[0]).find(Boolean);

/** Fails a build that contains such a call, its libraries included. */
export function browserLine(): Plugin {
  return {
    name: 'browser-line',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const call = file.type === 'chunk' && findNewerCall(file.code);
        if (call) this.error(`${file.fileName} calls ${call}…), which one of ${OLDEST_BROWSERS.join(', ')} lacks`);
      }
    },
  };
}
