import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import type { LoadFailedProps } from '../../shared/ui/feedback/LoadFailed.tsx';
import styles from './interviewers.module.css';

const ENDPOINTS = ['GET /users', 'POST /users', 'PUT /users/{id}', 'DELETE /users/{id}'];

/** Shows that the list failed to load, with the endpoints that this screen needs. */
export function ListUnavailable({ query }: Pick<LoadFailedProps, 'query'>) {
  return (
    <LoadFailed tone="warn" query={query}>
      This feature requires additional backend API endpoints. Coming soon!
      <ul className={styles.endpoints}>
        {ENDPOINTS.map((endpoint) => (
          <li key={endpoint}>
            <code>{endpoint}</code>
          </li>
        ))}
      </ul>
    </LoadFailed>
  );
}
