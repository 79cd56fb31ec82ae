import { createFileRoute } from '@tanstack/react-router';
import { DashboardScreen } from '../../../screens/dashboard/DashboardScreen.tsx';

export const Route = createFileRoute('/_signed-in/_shell/dashboard')({ component: DashboardScreen });
