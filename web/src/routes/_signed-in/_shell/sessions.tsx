import { createFileRoute } from '@tanstack/react-router';
import { InterviewsScreen } from '../../../features/interviews/InterviewsScreen.tsx';

export const Route = createFileRoute('/_signed-in/_shell/sessions')({ component: InterviewsScreen });
