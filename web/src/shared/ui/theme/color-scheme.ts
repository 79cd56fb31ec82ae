import { createAtom } from '@tanstack/store';
import { COLOR_MODE_KEY } from '../../device/storage-keys.ts';
import { readStored, writeStored } from '../../device/stored-text.ts';
import { useStore } from '../../store.ts';
import { useMedia } from './use-media.ts';

const MODES = ['light', 'dark', 'system'] as const;
export type ColorMode = (typeof MODES)[number];

const DARK = '(prefers-color-scheme: dark)';

/** The chosen color scheme. `public/color-scheme.js` sets the first one, before the page is painted. */
const colorMode = createAtom<ColorMode>('system');

/** Returns the chosen color scheme and a function that changes it. */
export function useScheme() {
  return { mode: useStore(colorMode), setMode };
}

/** Returns the scheme that the page shows. */
export function useShownScheme(): 'light' | 'dark' {
  return shownScheme(useStore(colorMode), useMedia(DARK));
}

const shownScheme = (mode: ColorMode, isSystemDark: boolean) =>
  mode === 'dark' || (mode === 'system' && isSystemDark) ? 'dark' : 'light';

/** Follows the system and other tabs from now on; call it once per page. */
export function followColorScheme(): void {
  const read = () => {
    colorMode.set(storedMode());
    show();
  };
  read();
  window.matchMedia(DARK).addEventListener('change', show);
  window.addEventListener('storage', ({ key }) => key === COLOR_MODE_KEY && read());
}

function setMode(mode: ColorMode): void {
  writeStored(COLOR_MODE_KEY, mode);
  colorMode.set(mode);
  show();
}

function storedMode(): ColorMode {
  const stored = readStored(COLOR_MODE_KEY);
  return MODES.find((mode) => mode === stored) ?? 'system';
}

/** Shows the chosen scheme, without a transition between the colors. */
function show(): void {
  const { documentElement: root, head } = document;
  const scheme = shownScheme(colorMode.get(), window.matchMedia(DARK).matches);
  if (root.dataset['joyColorScheme'] === scheme) return;
  const still = Object.assign(document.createElement('style'), { textContent: '* { transition: none !important }' });
  head.append(still);
  root.dataset['joyColorScheme'] = scheme;
  // The browser computes the new colors while nothing moves.
  void getComputedStyle(root).color;
  still.remove();
}
