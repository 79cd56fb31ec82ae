import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { secondFactorQuery, signInsQuery } from '../../features/auth/account-security.calls.ts';
import { companySingleSignOnQuery } from '../../features/auth/single-sign-on.calls.ts';
import { retentionQuery } from '../../features/company/company.calls.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { ONE_PAGE } from '../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import { useHistoryLocation } from '../../shared/use-history-location.ts';
import { settingGroups, type SettingsOf, type SettingTitle } from './setting-groups.ts';

/**
 * Returns true once the heights of the sections are known, or will not be soon; always if the address named no section
 * when the page opened, because the first sections need no data, or if a narrow window shows one section only.
 */
export function useHasHeights(of: SettingsOf): boolean {
  const { hash } = useHistoryLocation();
  const isOnePage = useMedia(ONE_PAGE);
  const [waits] = useState(hash !== '' && isOnePage);
  const [hasHeights, setHasHeights] = useState(!waits);
  const titles = settingGroups(of).flatMap(({ settings }) => settings.map(({ title }) => title));
  const needs = (title: SettingTitle) => ({ enabled: waits && titles.includes(title) });
  const isLoading = [
    useQuery({ ...retentionQuery(), ...needs('Data') }),
    useQuery({ ...secondFactorQuery, ...needs('Two-Step Sign-In') }),
    useQuery({ ...signInsQuery, ...needs('Where You’re Signed In') }),
    useQuery({ ...companySingleSignOnQuery, ...needs('Single Sign-On') }),
  ].some((query) => query.isLoading && query.failureCount === 0);
  const isOnline = useReachability() === 'online';
  // For good, because a form that is shown may hold what was typed.
  const isDone = hasHeights || !isLoading || !isOnline;
  if (isDone && !hasHeights) setHasHeights(true);
  return isDone;
}
