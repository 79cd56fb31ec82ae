import { fileURLToPath } from 'node:url';
import type { ChildProcess } from 'node:child_process';
import { CORE_OF_LOAD, spawnOn } from '../machine/cores.ts';
import type { Command, Message, Pace, ProtocolName, TypingOutcome } from './commands.ts';
import type { TypingStyle } from './edits.ts';
import type { JoinTarget } from './protocols/protocol.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** The load generator in its own process, the same for every server. */
export class LoadGenerator {
  readonly #child: ChildProcess = spawnOn(CORE_OF_LOAD, [MAIN], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

  /** Joins rooms. Resolves when all clients are in sync with their servers. */
  async connect(protocol: ProtocolName, targets: JoinTarget[], style: TypingStyle = 'steady'): Promise<void> {
    await this.#send({ kind: 'connect', protocol, targets, style });
  }

  /** Types in all rooms. Calls `counting` when the measurement starts and stops. */
  async type(pace: Pace, counting: (isOn: boolean) => void): Promise<TypingOutcome> {
    const outcome = await this.#send({ kind: 'type', pace }, counting);
    if (!outcome) throw new Error('The load generator sent no result.');
    return outcome;
  }

  /** Types a number of edits in each of these rooms as fast as the server stores them. */
  async fill(rooms: string[], edits: number): Promise<void> {
    await this.#send({ kind: 'fill', rooms, edits });
  }

  /** Kills the process, so that all clients disconnect together. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }

  #send(command: Command, counting?: (isOn: boolean) => void): Promise<TypingOutcome | null> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        child.off('message', receive);
        child.off('exit', exited);
        act();
      };
      const receive = (message: Message) => {
        if (message.kind === 'counting') counting?.(message.isOn);
        else if (message.kind === 'failed') settle(() => reject(new Error(message.reason)));
        else settle(() => resolve(message.outcome));
      };
      const exited = () => settle(() => reject(new Error('The load generator exited unexpectedly.')));
      child.on('message', receive);
      child.once('exit', exited);
      child.send(command);
    });
  }
}
