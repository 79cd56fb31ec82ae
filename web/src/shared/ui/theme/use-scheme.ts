import { useColorScheme } from '@mui/joy/styles';

/** Returns the chosen color scheme and a function that changes it. */
export function useScheme() {
  const { mode, setMode } = useColorScheme();
  return { mode, setMode };
}
