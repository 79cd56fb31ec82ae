import { Button } from '../plain/Button.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './key-help.module.css';

/** A key of the page and its effect, for users. */
export type HelpedKey = readonly [keys: string, effect: string];

/** Lists the keys of a page. */
export function KeyHelpDialog({ keys, onClose }: { keys: readonly HelpedKey[]; onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={
        <Button look="primary" autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className={styles.keys}>
        {keys.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
