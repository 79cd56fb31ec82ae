import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../../../screens/settings/SettingsScreen.tsx';

export const Route = createFileRoute('/_signed-in/_shell/settings')({ component: SettingsScreen });
