import { oneFile } from '@cip/contracts/rooms/files';
import type { Plan, PlanUsage, Subscription } from '@cip/contracts/billing/billing';
import type { Company } from '@cip/contracts/accounts/company';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import type { PlaybackHead } from '@cip/contracts/playback/playback';
import type { InterviewCards, OwnCard } from '@cip/contracts/scorecards/scorecards';
import { RECEIPT_FORMAT, writeReceipt } from '@cip/contracts/receipts/receipt-format';
import type { Receipt } from '@cip/contracts/receipts/receipt-format';
import type { RoomState } from '../features/rooms/connection/room-state.ts';

/** A company with an active subscription. */
export const aCompany: Company = {
  id: '0b7c6a0e-0000-4000-8000-000000000001',
  name: 'Analytical Engines',
  email: 'hiring@example.com',
  phone: null,
  address: null,
  call_link: null,
  rule: null,
  completion: 'off',
  subscription_status: 'active',
  subscription_ends_at: null,
  plan: null,
  notification_preferences: { emailNotifications: true, sessionReminders: true, weeklyReports: false },
  email_verified: true,
  mail: 'sent',
  requires_second_factor: false,
  interviews_visible_to: 'everybody',
};

/** Returns a plan with these changes. */
export function aPlan(changes: Partial<Plan>): Plan {
  return {
    id: '0b7c6a0e-0000-4000-8000-000000000002',
    name: 'Starter',
    description: 'To begin with',
    price: 0,
    billing_cycle: 'monthly',
    max_concurrent_sessions: 1,
    max_interviewers: 1,
    max_interviews_per_month: 20,
    recording_enabled: false,
    analytics_enabled: false,
    features: { popular: false },
    ...changes,
  };
}

/** Returns a subscription to a plan with these changes; free by default. */
export function aSubscription(plan: Plan, changes: Partial<Subscription> = {}): Subscription {
  const free = { ends_at: null, renews: false, paid: false, next_plan: null, past_due_until: null };
  return { id: '0b7c6a0e-0000-4000-8000-000000000004', status: 'active', plan, ...free, ...changes };
}

/** A company's usage of its plan. */
export const aUsage: PlanUsage = { concurrent_sessions: 2, interviews_this_month: 7, interviewers: 1 };

/** Returns an interview with these changes. */
export function anInterview(changes: Partial<Interview>): Interview {
  return {
    id: '0b7c6a0e-0000-4000-8000-000000000003',
    room_code: 'private-room-abc123def',
    status: 'active',
    candidate_name: 'Ada Lovelace',
    candidate_email: null,
    scheduled_at: null,
    minutes: 60,
    plan_revision: 0,
    declined_at: null,
    decline_note: null,
    call_link: null,
    rule: null,
    completion: 'off',
    started_at: '2026-11-20T09:00:00.000Z',
    ended_at: null,
    notes: null,
    typing_mode: 'enter',
    asks_before_admitting: false,
    template_id: null,
    template_name: null,
    interviewer: { name: 'Maya' },
    interviewers: [],
    company: { name: aCompany.name },
    company_name: aCompany.name,
    interviewer_name: 'Maya',
    ...changes,
  };
}

/** A scorecard of that interview in which nothing is written. */
export const anOwnCard: OwnCard = {
  interview_id: anInterview({}).id,
  state: 'none',
  content: { notes: [], ratings: [], overall: null, summary: '' },
  from_playback: false,
  submitted_at: null,
  changed_at: null,
  has_unsubmitted: false,
};

/** Returns the scorecards of that interview, of which none is submitted, with these changes. */
export function someCards(changes: Partial<InterviewCards> = {}): InterviewCards {
  const { id, room_code } = anInterview({});
  const meanings = ['None', 'Little', 'Much', 'All'];
  return {
    interview_id: id,
    room_code,
    candidate_name: 'Ada Lovelace',
    started_at: '2026-11-20T09:00:00.000Z',
    ended_at: '2026-11-20T09:47:00.000Z',
    is_over: true,
    criteria: [
      { id: 'code', name: 'Writes working code', meanings },
      { id: 'testing', name: 'Tests', meanings },
    ],
    own: anOwnCard,
    expected: 2,
    submitted: 0,
    may_read: false,
    cards: [],
    decision: null,
    may_decide: false,
    ...changes,
  };
}

/** Returns the public part of an interview with these changes. */
export function aPublicInterview(changes: Partial<PublicInterview>): PublicInterview {
  return {
    room_code: 'private-room-abc123def',
    status: 'active',
    company_name: aCompany.name,
    interviewer_name: 'Maya',
    candidate_name: null,
    scheduled_at: null,
    minutes: 60,
    declined_at: null,
    call_link: null,
    rule: null,
    completion: 'off',
    retention_days: null,
    code_editor_data: [],
    ...changes,
  };
}

/** A receipt as it is signed. */
export const aReceipt: Receipt = {
  format: RECEIPT_FORMAT,
  version: 1,
  kid: 'key-1',
  site: 'https://interviews.example.com',
  issued_at: '2026-11-26T10:00:00.000Z',
  interview: {
    id: '0b7c6a0e-0000-4000-8000-000000000003',
    company: aCompany.name,
    interviewer: 'Maya',
    day: '2026-11-26',
    from: '2026-11-26T09:00:00.000Z',
    to: '2026-11-26T09:45:00.000Z',
  },
  candidate: 'Zoë “Ada” 李',
  rules: [{ since: '2026-11-26T09:00:00.000Z', tools: 'no_ai', note: null }],
  languages: ['python'],
  edits: { yours: 12, all: 30, all_kept: true },
  offline: [],
  kept_until: null,
  contact: { name: 'Maya', company: aCompany.name, email: 'maya@example.com' },
  code: { language: 'python', sha256: 'ab'.repeat(32), length: 10 },
};

/** Returns the file of a receipt, whose signature is not valid. */
export const aReceiptFile = (changes: Partial<Receipt>) => writeReceipt({ ...aReceipt, ...changes }, 'A'.repeat(86));

/** Returns the state of a connected room with these changes. */
export function aRoomState(changes: Partial<RoomState>): RoomState {
  return {
    isConnected: true,
    activity: '',
    error: null,
    self: null,
    participants: [],
    removed: [],
    typingMode: 'enter',
    language: 'sql',
    rule: null,
    completion: 'off',
    files: oneFile(changes.language ?? 'sql'),
    filesAllowed: null,
    ended: null,
    barred: null,
    waiting: null,
    admissions: null,
    isRemoved: false,
    announcement: '',
    ...changes,
  };
}

/** Returns the head of a recording of 800 seconds without edits. */
export function aPlaybackHead(changes: Partial<PlaybackHead> = {}): PlaybackHead {
  return {
    version: 1,
    startedAt: '2026-11-17T14:00:00.000Z',
    durationMs: 800_000,
    companyName: 'Acme',
    interviewerName: 'Ines',
    candidateName: 'Ada',
    participants: [],
    gaps: [],
    closed: [],
    hasTimeline: true,
    firstLanguage: 'python',
    language: 'python',
    text: 'print(1)',
    edits: 'included',
    editCount: 0,
    dataSet: null,
    ...changes,
  };
}
