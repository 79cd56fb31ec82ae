import { CssVarsProvider, StyledEngineProvider } from '@mui/joy/styles';
import type { ReactNode } from 'react';
import { COLOR_MODE_KEY } from '../../device/storage-keys.ts';
import { theme } from './theme.ts';

/** Provides Joy's theme. Our styles come after Joy's, and color-scheme.ts sets the scheme. */
export function AppTheme({ children }: { children: ReactNode }) {
  return (
    <StyledEngineProvider injectFirst>
      <CssVarsProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey={COLOR_MODE_KEY}
        colorSchemeStorageKey="color-scheme"
        colorSchemeNode={null}
      >
        {children}
      </CssVarsProvider>
    </StyledEngineProvider>
  );
}
