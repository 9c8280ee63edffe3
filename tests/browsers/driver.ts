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
  /** Moves a finger sideways from the middle of an element. */
  swipe(xpath: string, by: number): Promise<void>;
  /** The width of the window in px, or the least that the browser has. */
  resize(width: number): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  close(): Promise<void>;
};

/** `problems` are errors that a page has logged or thrown; only Firefox tells them. `downloads` is the folder of saved files. */
export type Engine = {
  name: string;
  /** The pointer that swipes, in the words of a test title. */
  finger: string;
  /** Debian's packages that have its programs. */
  packages: string;
  isInstalled(): boolean;
  start(): Promise<Driver & { problems: string[]; downloads: string }>;
};
