import { createFileRoute } from '@tanstack/react-router';
import { VerifyScreen } from '../screens/receipts/VerifyScreen.tsx';

export const Route = createFileRoute('/verify')({ component: VerifyScreen });
