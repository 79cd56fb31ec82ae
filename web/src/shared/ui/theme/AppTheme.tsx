import { CssVarsProvider, StyledEngineProvider } from '@mui/joy/styles';
import type { ReactNode } from 'react';
import { COLOR_MODE_KEY } from '../../device/storage-keys.ts';
import { theme } from './theme.ts';

/** Provides the theme. Our styles come after Joy's; the colours follow the system unless the user chose a scheme. */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <StyledEngineProvider injectFirst>
      <CssVarsProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey={COLOR_MODE_KEY}
        colorSchemeStorageKey="color-scheme"
        disableTransitionOnChange
      >
        {children}
      </CssVarsProvider>
    </StyledEngineProvider>
  );
}
