import ChevronRight from 'lucide-react/icons/chevron-right';
import { sectionId } from '../../features/company/section-id.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { settingGroups, type SettingsOf } from './setting-groups.ts';
import styles from './settings.module.css';
import { useSectionInView } from './useSectionInView.ts';

/** Links the sections of the settings by group: at the side, and in a narrow window in their place. */
export function SectionList({ of }: { of: SettingsOf }) {
  const current = useSectionInView();
  return (
    <nav className={styles.list} aria-label="Settings">
      {settingGroups(of).map(({ group, settings }) => (
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden>{group}</p>
          {settings.map(({ title }) => (
            <TextLink
              key={title}
              to="/settings"
              hash={sectionId(title)}
              state={{ isOpened: true }}
              activeOptions={{ includeHash: true }}
              data-current={current === sectionId(title)}
            >
              {title}
              <ChevronRight size={18} aria-hidden />
            </TextLink>
          ))}
        </div>
      ))}
    </nav>
  );
}
