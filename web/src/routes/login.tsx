import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '../screens/auth/LoginScreen.tsx';

export const Route = createFileRoute('/login')({ component: LoginScreen });
