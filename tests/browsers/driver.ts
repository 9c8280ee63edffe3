/** A browser of another engine, as the journeys use it. Elements are found by XPath. */
export type Driver = {
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page. */
  run<Result>(body: string): Promise<Result>;
  click(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  /** Presses a key where the focus is. */
  press(key: string): Promise<void>;
  /** Chooses a file in a file input. */
  choose(xpath: string, file: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  close(): Promise<void>;
};

/** `problems` are errors that a page has logged or thrown; only Firefox tells them. */
export type Engine = {
  name: string;
  /** Debian's packages that have its programs. */
  packages: string;
  isInstalled(): boolean;
  start(): Promise<Driver & { problems: string[] }>;
};
