import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordScreen } from '../screens/auth/ForgotPasswordScreen.tsx';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordScreen });
