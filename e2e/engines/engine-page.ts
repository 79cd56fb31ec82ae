/** A page of a browser that Playwright cannot drive, with the features that the protocols of both engines share. */
export interface EnginePage {
  /** Opens an address and waits until it has loaded. */
  goto(url: string): Promise<void>;
  /** Calls a function in the page. Its arguments and result go through JSON. */
  evaluate<T, Given extends unknown[]>(call: (...given: Given) => T | Promise<T>, ...given: Given): Promise<T>;
  /** Presses the main button of the mouse at a place of the viewport (px). */
  press(x: number, y: number): Promise<void>;
  /** Types keys, one after the other; if a key is held, it comes first. */
  keys(text: string, held?: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
}

/** A running browser with one page. */
export interface Engine {
  readonly page: EnginePage;
  /** The browser and its version, as its own protocol names them. */
  readonly name: string;
  /**
   * Resolves to the pages' uncaught errors and the errors that they log: in Firefox all of them, in WebKit those since
   * a page has loaded.
   */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** The keys that text cannot write, as both protocols name them. */
export const KEYS = {
  backspace: '\uE003',
  enter: '\uE007',
  shift: '\uE008',
  control: '\uE009',
  alt: '\uE00A',
  escape: '\uE00C',
  end: '\uE010',
  home: '\uE011',
  up: '\uE013',
};

/** Returns the actions of a press at a place of the viewport. */
export function pressAt(x: number, y: number): object[] {
  const actions = [
    { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', actions }];
}

/** Returns the actions that type a text, while a key is held. */
export function typed(text: string, held = ''): object[] {
  const down = [...held].map((value) => ({ type: 'keyDown', value }));
  const up = [...held].map((value) => ({ type: 'keyUp', value }));
  const keys = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions: [...down, ...keys, ...up] }];
}
