import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen, preloadLogin } from '../screens/auth/LoginScreen.tsx';

export const Route = createFileRoute('/login')({
  codeSplitGroupings: [['component', 'loader']],
  loader: preloadLogin,
  component: LoginScreen,
});
