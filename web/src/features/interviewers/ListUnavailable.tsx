import { Notice } from '../../shared/ui/Notice.tsx';
import styles from './interviewers.module.css';

const ENDPOINTS = ['GET /users', 'POST /users', 'PUT /users/{id}', 'DELETE /users/{id}'];

/** Shown when the list does not load: what the server has to offer for this screen. */
export function ListUnavailable() {
  return (
    <Notice tone="warn">
      This feature requires additional backend API endpoints. Coming soon!
      <ul className={styles['endpoints']}>
        {ENDPOINTS.map((endpoint) => (
          <li key={endpoint}>
            <code>{endpoint}</code>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
