import type { PayloadOf } from '@cip/contracts/client-events';
import { mayPass } from '@cip/contracts/protocol/may-pass';
import { PACKET_MAX_BYTES } from '@cip/contracts/rooms/rooms';
import { OFFLINE_RUN_MAX_MS } from '@cip/contracts/runs/run-limits';
import { runWithoutExtras } from './for-previous-release.ts';
import type { OfflineRun, RunRoom } from '../state/run-room.ts';

/** The name and the number of an event around its payload, with room to spare (bytes). */
const ENVELOPE_BYTES = 1_000;
const TOO_LARGE = { ok: false, error: { code: 'too_large', message: '' } } as const;

/** Whether the server took a run, and whether it may take one later. */
interface Entered {
  isOne: boolean;
  isDue: boolean;
}

/** Enters runs that were executed without the server, each once; until then they are on this device's disk. */
export class OfflineRuns {
  readonly #room: Pick<RunRoom, 'offlineRuns' | 'request'>;
  /** Runs that the device refused to store, so they are lost with this page. */
  readonly #unstored: OfflineRun[] = [];
  #entering: Promise<Entered> = Promise.resolve({ isOne: false, isDue: false });

  constructor(room: Pick<RunRoom, 'offlineRuns' | 'request'>) {
    this.#room = room;
  }

  async keep(run: OfflineRun): Promise<void> {
    await this.#room.offlineRuns.add(run).catch(() => this.#unstored.push(run));
  }

  /** Sends all runs, one after another. */
  enterAll(): Promise<Entered> {
    this.#entering = this.#entering.then(() => this.#enterAll());
    return this.#entering;
  }

  async #enterAll(): Promise<Entered> {
    const stored: OfflineRun[] = await this.#room.offlineRuns.list().catch(() => []);
    const entered: Entered = { isOne: false, isDue: false };
    for (const offline of [...stored, ...this.#unstored.splice(0)].toSorted((a, b) => a.at - b.at)) {
      const agoMs = Math.min(Math.max(0, Date.now() - offline.at), OFFLINE_RUN_MAX_MS);
      const ack = await this.#enter({ ...offline.run, agoMs });
      entered.isOne ||= ack.ok;
      entered.isDue ||= !ack.ok && mayPass(ack.error);
      const isRefused = !ack.ok && !mayPass(ack.error) && !mayPassLater({ ...offline.run, agoMs }, ack.error);
      if (ack.ok || isRefused) await this.#room.offlineRuns.remove(offline.run.id).catch(() => undefined);
      else if (!stored.includes(offline)) this.#unstored.push(offline);
    }
    return entered;
  }

  async #enter(run: PayloadOf<'run:enter'>) {
    // The server would end the link, and the next one too.
    if (new Blob([JSON.stringify(run)]).size > PACKET_MAX_BYTES - ENVELOPE_BYTES) return TOO_LARGE;
    const ack = await this.#room.request('run:enter', run);
    const other = ack.ok || mayPass(ack.error) ? null : runWithoutExtras(run);
    return other === null ? ack : this.#room.request('run:enter', other);
  }
}

/**
 * Returns true for a run that a server of the previous release may have refused because of its files: the run waits for
 * the next link, since without its files it would be another program.
 */
function mayPassLater({ files, agoMs }: PayloadOf<'run:enter'>, { code }: { code: string }): boolean {
  return files !== undefined && code === 'invalid' && agoMs < OFFLINE_RUN_MAX_MS;
}
